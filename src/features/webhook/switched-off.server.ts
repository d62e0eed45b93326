import { createHash } from 'node:crypto';
import type { Site } from '../../content/site/site.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { agencyAddress, agencyMail } from '../agency/agency-mail.server.ts';

const hashOf = (url: string): string => createHash('sha256').update(url).digest('hex');

/** Whether a target responded earlier that it is gone; with another URL it is on again. */
export async function isSwitchedOff({ db }: Database, name: string, url: string): Promise<boolean> {
  const row = await db.selectFrom('webhook_targets').select('url_hash').where('target', '=', name).executeTakeFirst();
  return row?.url_hash === hashOf(url);
}

/** Switches a target off and mails it to the agency, once however many events it refuses. */
export async function switchOff(database: Database, site: Site, target: { name: string; url: string }): Promise<void> {
  const { name, url } = target;
  const url_hash = hashOf(url);
  await database.transaction(async (transaction) => {
    await transaction
      .deleteFrom('webhook_targets')
      .where('target', '=', name)
      .where('url_hash', '!=', url_hash)
      .execute();
    const switched = await transaction
      .insertInto('webhook_targets')
      .values({ target: name, url_hash, switched_off_at: new Date().toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('target')
      .execute();
    if (switched.length === 0) return;
    const language = site.defaultLanguage;
    const t = labelsIn(language);
    const mail = agencyMail(site, {
      kind: 'webhook-off',
      to: site.settings.checks.failureMailTo ?? agencyAddress(site),
      language,
      subject: t('WEBHOOK_OFF', { name }),
      paragraphs: [t('WEBHOOK_OFF_TEXT', { name }), t('WEBHOOK_OFF_HELP', { name })],
      reason: t('WEBHOOK_OFF_WHY'),
    });
    await enqueue(transaction, [mail]);
  });
}

/** Switches a target on again; false when it was not off. */
export async function switchOn({ db }: Database, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('webhook_targets').where('target', '=', name).executeTakeFirst();
  return numDeletedRows > 0n;
}
