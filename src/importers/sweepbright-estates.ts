import { type CrmConnection, CrmProblem } from '../features/crm/crm-connection.ts';
import type { PendingEvent } from '../features/crm/crm-event.ts';
import { askSweepbright, sweepbrightToken } from '../features/crm/sweepbright-requests.ts';
import { quoted } from '../i18n/remark.server.ts';
import type { Changes } from './importer.ts';

/** An estate that was published may be missing from the API for so long. */
const SETTLED_MS = 10 * 60_000;
const NOT_FOUND = 404;

/**
 * Fetches the estates of which SweepBright sent webhooks, one by one. An estate that is not published (404) is gone.
 * One that cannot be read does not hold up the others; when none can be read, the first problem is thrown.
 */
export async function fetchEstates(
  connection: CrmConnection,
  events: readonly PendingEvent[],
  nowMs: number,
): Promise<Changes> {
  const changes: Changes = { files: [], goneIds: [], unread: [] };
  const changed = events.filter(({ kind }) => kind === 'changed');
  changes.goneIds.push(...events.filter(({ kind }) => kind === 'deleted').map(({ sourceId }) => sourceId));
  const token = changed.length > 0 ? await sweepbrightToken(connection) : '';
  let first: CrmProblem | null = null;
  for (const { sourceId, receivedAt } of changed) {
    try {
      const path = `estates/${encodeURIComponent(sourceId)}`;
      const text = await askSweepbright(connection, token, { method: 'GET', path });
      const isWhole = idIn(text) === sourceId;
      if (isWhole) changes.files.push({ name: `estate ${sourceId}`, text });
      else
        changes.unread.push({ sourceId, why: quoted(`the response to ${path} is not that estate: was it cut off?`) });
    } catch (error) {
      if (!(error instanceof CrmProblem)) throw error;
      if (error.status !== NOT_FOUND) {
        first ??= error;
        changes.unread.push({ sourceId, why: quoted(error.message) });
      } else if (nowMs - Date.parse(receivedAt) > SETTLED_MS) changes.goneIds.push(sourceId);
      else changes.unread.push({ sourceId, why: quoted(`estate ${sourceId} is not published yet`), isExpected: true });
    }
  }
  const isNothing = changes.files.length + changes.goneIds.length === 0;
  if (first && isNothing) throw first;
  return changes;
}

function idIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { id?: unknown } | null)?.id;
  } catch {
    return null;
  }
}
