import { type CapabilityId, capabilities, capabilityIds, type Unsupported } from '../contract/capabilities.ts';

/** A row of the table on the hosting page: a capability and its support by each host. */
export interface HostingRow {
  readonly promise: string;
  /** The proxy, then the hosts in order; with reasons for missing support. */
  readonly hosts: readonly { readonly keeps: boolean; readonly why?: string | undefined }[];
}

/** All capabilities, from the same lists as the conformance suite. */
export const hostingRows = (hosts: readonly { readonly unsupported: Unsupported }[]): HostingRow[] =>
  capabilityIds.map((id: CapabilityId) => ({
    promise: capabilities[id],
    hosts: [{ keeps: true }, ...hosts.map(({ unsupported }) => ({ keeps: !(id in unsupported), why: unsupported[id] }))],
  }));
