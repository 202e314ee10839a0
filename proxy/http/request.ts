/** The header fields of a request that decide its answer. Names are in lower case; fields that came twice are joined. */
// A type and no interface: other fields may be there, and Node's own type of header fields can take it.
export type RequestHeaders = {
  readonly accept?: string | undefined;
  readonly 'accept-encoding'?: string | undefined;
  readonly 'if-match'?: string | undefined;
  readonly 'if-none-match'?: string | undefined;
  readonly 'if-modified-since'?: string | undefined;
  readonly 'if-unmodified-since'?: string | undefined;
  readonly 'if-range'?: string | undefined;
  readonly range?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'content-type'?: string | undefined;
  readonly 'content-length'?: string | undefined;
  readonly 'mcp-protocol-version'?: string | undefined;
  readonly 'mcp-method'?: string | undefined;
  readonly 'mcp-name'?: string | undefined;
  readonly 'access-control-request-method'?: string | undefined;
};

/** A request as the core sees it: values that any runtime can give. */
export interface RequestFacts {
  readonly method: string;
  /**
   * Path of the request target as it was sent, without query; `*` for `OPTIONS *`; empty for the path below which the
   * embedder has mounted the proxy, if it was sent without a slash at its end. Not validated: never reflect it raw.
   */
  readonly target: string;
  /** With its question mark, or empty. */
  readonly query: string;
  readonly headers: RequestHeaders;
  /** When the request came, by `performance.now()`. */
  readonly begun: number;
}
