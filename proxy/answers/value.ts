import type { SurfaceId } from '../../build/contract/surfaces.ts';
import type { ByteStream, StoredBody } from '../origin/origin.ts';

/**
 * An answer as a value; a shell writes it to its client, with the RateLimit fields, Date, Content-Length, and for HEAD
 * without its body.
 */
export interface Answer {
  readonly status: number;
  /** Header fields as text, each with its line end: `toFields` gives names and values. Content-Length is not among them. */
  readonly fields: string;
  readonly body: Body;
  /** Length of the body in octets, for a stream whose length is known and if there is no body but a length. */
  readonly length?: number | undefined;
  /** What kind of content it is: for the log and the metrics. */
  readonly variant: 'html' | 'markdown' | 'document' | 'asset' | 'redirect' | 'problem' | 'none';
  /** The row of the contract that answered; undefined for assets, redirects and what is not published. */
  readonly surface: SurfaceId | undefined;
  /** The failure behind a problem: for the log, never for the client. */
  readonly cause?: unknown;
}

/** Text is UTF-8. No body: none is allowed (204, 304), or another host answered a HEAD. */
export type Body = string | Uint8Array | StoredPart | ByteStream | undefined;

/** Stored bytes that are not in memory, from `start` to `end` inclusive: to be loaded, or streamed if they are too many. */
export interface StoredPart {
  readonly stored: StoredBody;
  readonly start: number;
  readonly end: number;
}
