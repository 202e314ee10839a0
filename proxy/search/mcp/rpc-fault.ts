/** What is wrong with a message (JSON-RPC 2.0 §5.1). */
export class RpcFault extends Error {
  readonly code: number;
  /** Of the answer of HTTP. */
  readonly status: number;
  readonly data: unknown;

  constructor(code: number, message: string, status = 400, data?: unknown) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}
