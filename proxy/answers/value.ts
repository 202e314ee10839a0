import type { SurfaceId } from '../../build/contract/surfaces.ts';
import type { ByteStream, StoredBody } from '../origin/origin.ts';

/**
 * An answer as a value. A shell writes it, with the RateLimit fields, Date and Content-Length, and without its body for HEAD.
 */
export interface Answer {
  readonly status: number;
  /** Header fields as text, each with its line end, without Content-Length. `toFields` gives names and values. */
  readonly fields: string;
  readonly body: Body;
  /** Length of the body in octets: for a stream of known length, or if only the length is known. */
  readonly length?: number | undefined;
  /** Kind of content, for the log and the metrics. */
  readonly variant: 'html' | 'markdown' | 'document' | 'asset' | 'redirect' | 'problem' | 'none';
  /** The row of the contract that answered; undefined for assets, redirects and unpublished paths. */
  readonly surface: SurfaceId | undefined;
  /** The failure behind a problem: for the log, never for the client. */
  readonly cause?: unknown;
}

/** Text is UTF-8. Undefined: no body is allowed (204, 304), or another host answered a HEAD. */
export type Body = string | Uint8Array | StoredPart | ByteStream | undefined;

/** Stored bytes that are not in memory, from `start` to `end` inclusive: loaded, or streamed if too many. */
export interface StoredPart {
  readonly stored: StoredBody;
  readonly start: number;
  readonly end: number;
}
