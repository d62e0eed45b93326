import type { Logger } from 'pino';
import { addImageVersions } from './content/add-image-versions.ts';
import { readContent } from './content/read-content.ts';
import { openDatabase } from './database/database.ts';
import { StorageProblem } from './database/storage-problem.ts';
import type { Environment } from './environment.ts';
import { captchaChallenge, captchaPicture } from './forms/captcha.ts';
import { issueFormToken, readFormToken } from './forms/form-token.ts';
import { submitForm } from './forms/submit-form.ts';
import { pastHomes } from './homes/past-homes.ts';
import type { Live } from './live.ts';
import { openTransport } from './mail/open-transport.ts';
import { followMailLink } from './mail-links/follow-mail-link.ts';
import { readMailLink } from './mail-links/mail-link.ts';
import type { Media } from './media/media.ts';
import { startOutbox } from './outbox/outbox.ts';
import { outboxHealth } from './outbox/outbox-health.ts';
import { previewKeyIsValid } from './preview-key.ts';
import { clientAddress } from './rate-limit/client-address.ts';
import { secretOf } from './secret-of.ts';
import { isSigned, signatureOf } from './signed.ts';
import type { Site } from './site/site.ts';

interface Parts {
  settings: Environment;
  site: Site;
  media: Media;
  log: Logger;
}

/** Opens what must be live: database, outbox, mail; `close` finishes what has begun. */
export async function openLive({ settings, site, media, log }: Parts): Promise<Live & { close(): Promise<void> }> {
  const { dataDir, contentDir, siteUrl, captcha, smtpUrl } = settings;
  const database = await openDatabase({
    dataDir,
    url: settings.databaseUrl,
    report: (problem) => log.error({ problem: String(problem) }, 'database'),
  });
  const secret = await secretOf(settings, database);
  const mailFrom = settings.mailFrom ?? `${site.settings.site.agency.name} <${site.settings.site.agency.email}>`;
  const transport = openTransport({ smtpUrl, mailFrom, dataDir });
  const outbox = startOutbox({ database, transport, baseMs: settings.outboxRetryBaseMs, maxMs: settings.outboxRetryMaxMs, log });
  const parts = { database, site, secret, siteUrl, captcha, log, wakeOutbox: () => outbox.wake() };
  return {
    async preview(path, key) {
      if (!previewKeyIsValid({ path, key, secret })) return null;
      const { content } = readContent(contentDir);
      if (content) await addImageVersions(content, (picture) => media.describe(picture));
      return content;
    },
    forms: {
      async open() {
        const token = issueFormToken(secret);
        const name = token.split('.')[0] ?? '';
        return captcha === 'off'
          ? { token, challenge: null, picture: null }
          : { token, challenge: await captchaChallenge(secret, name), picture: `/api/captcha/${token}` };
      },
      async picture(token) {
        const known = readFormToken(secret, token);
        return known && captchaPicture(secret, known.name);
      },
      submit: (form, raw, address) => submitForm({ form, raw, address }, parts),
      sign: (reference) => `${reference}.${signatureOf(secret, 'reference', reference)}`,
      reference(signed) {
        const [reference = '', signature = ''] = (signed ?? '').slice(0, 200).split('.');
        return isSigned(secret, 'reference', reference, signature) ? reference : null;
      },
    },
    mailLinks: {
      read: (token) => readMailLink(secret, token),
      follow: (token) =>
        followMailLink(token, { database, secret, contentDir }).catch((error: unknown) => {
          if (!(error instanceof StorageProblem)) throw error;
          log.error({ code: error.code }, 'a mailed link could not be followed');
          return { ok: false, problem: 'storage' };
        }),
    },
    pastHomes: () => pastHomes(database, site.settings.site.soldForDays),
    addressOf: (request) => clientAddress(request, settings.trustProxy),
    async health() {
      const mails = await outboxHealth(database);
      return { ok: mails.ok, facts: { outbox: mails } };
    },
    async close() {
      await outbox.stop();
      transport.close();
      await database.close();
    },
  };
}
