import type { Database } from '../database/database.ts';
import { outboxHealth } from '../outbox/outbox-health.ts';
import type { Finding } from './finding.ts';

/** Mails that wait too long or were given up. */
export async function outboxFinding(database: Database): Promise<Finding> {
  const { ok, waiting, failed, oldestSeconds } = await outboxHealth(database);
  return {
    name: 'outbox',
    state: ok ? 'ok' : 'fail',
    message: ok
      ? `${waiting} mails waiting, none given up`
      : `${waiting} mails waiting for up to ${Math.round(oldestSeconds / 60)} minutes, ${failed} given up: see "npm run site -- outbox list"`,
    facts: { waiting, failed, oldestSeconds },
  };
}
