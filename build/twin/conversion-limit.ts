/** A page that is beyond what conversion takes on; the message is one line that names the limit. */
export class ConversionLimit extends Error {
  override readonly name = 'ConversionLimit';
}
