/** Longest request target in octets (RFC 9112 §3 asks for at least 8000). */
export const targetLimit = 8192;
