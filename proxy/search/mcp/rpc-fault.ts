/** A fault in a message (JSON-RPC 2.0 §5.1). */
export class RpcFault extends Error {
  readonly code: number;
  /** HTTP status of the answer. */
  readonly status: number;
  readonly data: unknown;

  constructor(code: number, message: string, status = 400, data?: unknown) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}
