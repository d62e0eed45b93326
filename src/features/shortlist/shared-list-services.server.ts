import type { Database } from '../../platform/database/database.server.ts';
import type { SecurityLog } from '../../platform/log/security-log.server.ts';
import { ipAddressGroup } from '../../platform/rate-limit/client-ip.server.ts';
import { limit } from '../../platform/rate-limit/rate-limit.server.ts';
import type { SharedListChange, Writer } from './shared-list.ts';
import { changeSharedList, createSharedList, findSharedList, writerOf } from './shared-lists.server.ts';

const HOUR = 3600;
const [CREATED, CHANGED] = [
  { points: 10, seconds: HOUR },
  { points: 200, seconds: HOUR },
];

/** Shared shortlists, with the limits per visitor. */
export function sharedListServices(database: Database, events: SecurityLog) {
  const isOften = async (what: string, ipAddress: string, of: typeof CREATED) =>
    !(await limit(database, `${what}:${ipAddressGroup(ipAddress)}`, of)).ok;
  return {
    /** Shares properties; returns the token of the link, or null when this visitor shared too often. */
    async create(properties: readonly number[], ipAddress: string): Promise<string | null> {
      if (await isOften('shared-list', ipAddress, CREATED)) return null;
      return createSharedList(database, properties);
    },
    find: async (token: string) => events.opened('shared list', await findSharedList(database, token)),
    /** The hash of a writer on a list, which marks their hearts and notes; null for somebody without a name. */
    writer: (list: { id: string }, writer: Writer | null) => writer && writerOf(list.id, writer.secret),
    /** What became of a change; `too-often` when this visitor changed too much. */
    async change(token: string, change: SharedListChange, ipAddress: string) {
      if (await isOften('shared-list-change', ipAddress, CHANGED)) return 'too-often' as const;
      return changeSharedList(database, token, change);
    },
  };
}
