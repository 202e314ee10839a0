import { type PromiseId, promiseIds, promises, type Unkept } from '../contract/promises.ts';

/** A row of the table on the hosting page: a capability and its support by each host. */
export interface HostingRow {
  readonly promise: string;
  /** The proxy, then the hosts in order; with reasons for missing support. */
  readonly hosts: readonly { readonly keeps: boolean; readonly why?: string | undefined }[];
}

/** All capabilities, from the same lists as the conformance suite. */
export const hostingRows = (hosts: readonly { readonly cannot: Unkept }[]): HostingRow[] =>
  promiseIds.map((id: PromiseId) => ({
    promise: promises[id],
    hosts: [{ keeps: true }, ...hosts.map(({ cannot }) => ({ keeps: !(id in cannot), why: cannot[id] }))],
  }));
