import { parseHTML } from 'linkedom';

/** Parses HTML, of a whole page or of a part of one, into a document that has a body. The only place that knows linkedom. */
export function parseDocument(html: string): Document {
  const inBody = /<(?:html|body)[\s>]/i.test(html) ? html : `<body>${html}</body>`;
  const whole = /<html[\s>]/i.test(inBody) ? inBody : `<html>${inBody}</html>`;
  return parseHTML(whole).document as unknown as Document;
}
