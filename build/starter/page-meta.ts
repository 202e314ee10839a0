/** The content of `<meta name="diptych">`: what the build wants to know and HTML has no word for. Empty where there is nothing to say. */
export const pageMetaOf = ({ order, optional, draft, parity }: Facts): string =>
  [
    ...(order === undefined ? [] : [`order=${order}`]),
    ...(optional ? ['optional'] : []),
    ...(draft ? ['draft'] : []),
    ...(parity === false ? ['no-parity'] : []),
  ].join(', ');

interface Facts {
  readonly order?: number;
  readonly optional?: boolean;
  readonly draft?: boolean;
  readonly parity?: boolean;
}
