/** The content of `<meta name="diptych">`: what the build wants to know and HTML has no word for. Empty where there is nothing to say. */
export const pageMetaOf = ({ order, optional, draft }: { order?: number; optional?: boolean; draft?: boolean }): string =>
  [...(order === undefined ? [] : [`order=${order}`]), ...(optional ? ['optional'] : []), ...(draft ? ['draft'] : [])].join(', ');
