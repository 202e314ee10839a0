/** The header fields that decide an answer: names in lower case, repeated fields joined. */
// A type, not an interface, so that Node's header fields are assignable.
export type RequestHeaders = {
  readonly accept?: string | undefined;
  readonly 'accept-encoding'?: string | undefined;
  readonly 'if-match'?: string | undefined;
  readonly 'if-none-match'?: string | undefined;
  readonly 'if-modified-since'?: string | undefined;
  readonly 'if-range'?: string | undefined;
  readonly range?: string | undefined;
  readonly via?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'content-type'?: string | undefined;
  readonly 'content-length'?: string | undefined;
  readonly 'mcp-protocol-version'?: string | undefined;
  readonly 'mcp-method'?: string | undefined;
  readonly 'mcp-name'?: string | undefined;
  readonly 'access-control-request-method'?: string | undefined;
};

/** A request as the core sees it, in values that any runtime can give. */
export interface RequestFacts {
  readonly method: string;
  /**
   * Path of the request target within the site as received, without query; `*` for `OPTIONS *`; empty for the base path
   * without trailing slash. Not validated: never reflect it raw.
   */
  readonly target: string;
  /** With its question mark; or empty. */
  readonly query: string;
  readonly headers: RequestHeaders;
}
