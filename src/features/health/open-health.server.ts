import type { Database } from '../../platform/database/database.server.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import type { Finding } from '../../platform/log/finding.ts';
import { importFindings } from '../import/import-findings.server.ts';
import type { WebhookTarget } from '../webhook/webhook-settings.ts';
import {
  databaseFinding,
  diskFinding,
  outboxFinding,
  publishFinding,
  versionFinding,
} from './local-findings.server.ts';
import { senderFinding, smtpFinding } from './mail-findings.server.ts';
import { webhookFindings } from './webhook-findings.server.ts';

const SOON_MS = 2000;
const LATER_MS = 10 * 60 * 1000;

/** Checks without which no lead can be stored and no page served: if one of them is broken, the server is unhealthy. */
const VITAL = new Set(['database', 'disk', 'outbox']);

/**
 * The checks of `doctor` for monitors that poll often: each runs at most every two seconds; checks that contact others
 * (mail server, DNS) run every ten minutes in the background.
 */
export function openHealth({
  settings,
  database,
  targets,
}: {
  settings: Environment;
  database: Database;
  /** The webhook targets of now. */
  targets(): readonly WebhookTarget[];
}): () => Promise<{ ok: boolean; facts: Record<string, unknown> }> {
  const soon = remembered(SOON_MS, async () => [
    await databaseFinding(database),
    await diskFinding(settings.dataDir),
    await outboxFinding(database).catch(
      (): Finding => ({ name: 'outbox', state: 'fail', message: 'the outbox cannot be read' }),
    ),
    versionFinding(settings.dataDir),
    publishFinding(settings.dataDir),
    ...importFindings(settings.dataDir),
    ...(await webhookFindings(database, targets(), settings).catch(() => [])),
  ]);
  let slow: Finding[] = [];
  const later = remembered(LATER_MS, async () => {
    slow = await Promise.all([smtpFinding(settings), senderFinding(settings)]);
    return slow;
  });
  return async () => {
    later().catch(() => {});
    const findings = [...(await soon()), ...slow];
    const outbox = findings.find(({ name }) => name === 'outbox')?.facts;
    return {
      ok: findings.every(({ name, state }) => state !== 'fail' || !VITAL.has(name)),
      // Names and states only: the sentences are for the operator.
      facts: { outbox, checks: Object.fromEntries(findings.map(({ name, state }) => [name, state])) },
    };
  };
}

function remembered<T>(ms: number, look: () => Promise<T>): () => Promise<T> {
  let latest: { at: number; found: Promise<T> } | null = null;
  return () => {
    if (!latest || Date.now() - latest.at > ms) latest = { at: Date.now(), found: look() };
    return latest.found;
  };
}
