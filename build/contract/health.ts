/** The health document. */
export const healthText = (status: 'ok' | 'degraded', name: string): string => JSON.stringify({ status, service: name });
