import type { Database } from '../../platform/database/database.server.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import { whyNotRequested } from '../../platform/http/guarded-fetch.server.ts';
import type { Finding } from '../../platform/log/finding.ts';
import { queueHealth } from '../../platform/outbox/inspect-queue.server.ts';
import { missingForTarget, urlOfTarget } from '../webhook/send-event.server.ts';
import { isSwitchedOff } from '../webhook/switched-off.server.ts';
import { isCrmFormat, type WebhookTarget } from '../webhook/webhook-settings.ts';

/** The settings of the environment that targets need. */
export type WebhookVariables = Pick<Environment, 'webhookSecrets' | 'webhookUrls' | 'crmSecrets' | 'outgoingRequests'>;

/** One finding per webhook target: what it lacks, whether it is off, what waits for it and what was given up. */
export async function webhookFindings(
  database: Database,
  targets: readonly WebhookTarget[],
  { webhookSecrets: secrets, webhookUrls: urls, crmSecrets, outgoingRequests }: WebhookVariables,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const target of targets) {
    const { name } = target;
    const { ok, waiting, failed, oldestSeconds } = await queueHealth(database, { queue: 'events', target: name });
    const facts = { waiting, failed, oldestSeconds };
    const finding = (state: Finding['state'], message: string) =>
      findings.push({ name: `webhook ${name}`, state, message, facts });
    const missing = missingForTarget(target, { secrets, urls, crmSecrets });
    const url = urlOfTarget(target, urls);
    const refused = url && !isCrmFormat(target.format) ? whyNotRequested(url, outgoingRequests) : null;
    if (missing) finding('fail', missing);
    else if (refused) finding('fail', `its URL is not requested: ${refused} (see OUTGOING_REQUESTS)`);
    else if (await isSwitchedOff(database, name, url ?? ''))
      finding('fail', `switched off, because it responded with 410 (gone): "npm run site -- webhooks on ${name}"`);
    else if (!ok)
      finding(
        'fail',
        `${waiting} events waiting for up to ${Math.round(oldestSeconds / 60)} minutes, ${failed} given up: ` +
          `see "npm run site -- webhooks list"`,
      );
    else finding('ok', `${waiting} events waiting, last taken ${await lastTaken(database, name)}`);
  }
  return findings;
}

async function lastTaken({ db }: Database, name: string): Promise<string> {
  const { at } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.max('sent_at').as('at'))
    .where('target', '=', name)
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow();
  return at ? `at ${at.slice(0, 16).replace('T', ' ')} UTC` : 'never';
}
