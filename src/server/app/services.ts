import type { Logger } from 'pino';
import type { FormValues } from '../../domain/forms/form.ts';
import { addImageVersions } from '../catalogue/content/add-image-versions.ts';
import { readContent } from '../catalogue/content/read-content.ts';
import type { Site } from '../catalogue/site/site.ts';
import { openHealth } from '../operations/health/open-health.ts';
import { openDatabase } from '../platform/database/database.ts';
import { StorageProblem } from '../platform/database/storage-problem.ts';
import type { Environment } from '../platform/environment/environment.ts';
import { isLocal } from '../platform/environment/is-local.ts';
import { openTransport } from '../platform/mail/transport.ts';
import type { Media } from '../platform/media/media.ts';
import { startOutbox } from '../platform/outbox/outbox.ts';
import { ipAddress } from '../platform/rate-limit/client-ip.ts';
import { readMailLink } from '../platform/signing/mail-link.ts';
import { previewKeyIsValid } from '../platform/signing/preview-key.ts';
import { secretOf } from '../platform/signing/secret.ts';
import { isSigned, signatureOf } from '../platform/signing/signature.ts';
import { seekersFor } from '../services/alerts/count-seekers.ts';
import { searchOf } from '../services/alerts/saved-searches.ts';
import { askedBefore, askedCookie } from '../services/documents/document-cookie.ts';
import { listByLink, openByLink, openPublic } from '../services/documents/open-documents.ts';
import { captchaChallenge, captchaPicture } from '../services/leads/captcha.ts';
import { issueFormToken, readFormToken } from '../services/leads/form-token.ts';
import { findLead } from '../services/leads/leads.ts';
import { submitForm } from '../services/leads/submit-form.ts';
import { openOwners } from '../services/owners/auth/open-owners.ts';
import { makeDemoOwner } from '../services/owners/portal/demo-owner.ts';
import { openPortal } from '../services/owners/portal/open-portal.ts';
import { goneListing, hiddenPropertyIds } from '../services/property-history/property-history.ts';
import { openViewCounter, propertyOfPath } from '../services/statistics/view-counter.ts';
import { freeViewings } from '../services/viewings/free-viewings.ts';
import type { AppServices } from './live.ts';
import { followMailLink } from './mail-link.ts';
import { startOwnerRounds } from './owner-rounds.ts';
import { startScheduler } from './scheduler.ts';
import { openSecurityLog } from './security-log.ts';

interface Parts {
  settings: Environment;
  site: Site;
  media: Media;
  log: Logger;
}

/** Opens what must be live: database, outbox, mail; `close` finishes what has begun. */
export async function openLive({ settings, site, media, log }: Parts): Promise<AppServices & { close(): Promise<void> }> {
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
  const viewings = { database, site, secret, siteUrl };
  const tending = startScheduler({ ...viewings, log, wakeOutbox: () => outbox.wake() });
  const parts = { database, site, secret, siteUrl, captcha, log, wakeOutbox: () => outbox.wake() };
  const owners = openOwners(parts);
  const portal = openPortal({ ...parts, contentDir });
  const events = openSecurityLog(log);
  const rounds = startOwnerRounds({ ...parts, contentDir });
  const views = openViewCounter({
    database,
    settings: site.settings.portal,
    propertyAt: (path) => propertyOfPath(path, site),
    log,
  });
  const demo =
    settings.demo === 'auto' && isLocal(siteUrl) ? await makeDemoOwner(database, { site, siteUrl, contentDir, dataDir }) : null;
  return {
    demo,
    async preview(path, key) {
      if (!previewKeyIsValid({ path, key, secret })) return null;
      const { content } = readContent(contentDir);
      if (content) await addImageVersions(content, media);
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
      submit: async (form, raw, ipAddress) => events.form(form, await submitForm({ form, raw, ipAddress }, parts)),
      sign: (reference) => `${reference}.${signatureOf(secret, 'reference', reference)}`,
      reference(signed) {
        const [reference = '', signature = ''] = (signed ?? '').slice(0, 200).split('.');
        return isSigned(secret, 'reference', reference, signature) ? reference : null;
      },
    },
    mailLinks: {
      read: (token) => readMailLink(secret, token),
      follow: (token, choice = null) =>
        followMailLink(token, { ...viewings, contentDir }, choice).catch((error: unknown) => {
          if (!(error instanceof StorageProblem)) throw error;
          log.error({ code: error.code }, 'a mailed link could not be followed');
          return { ok: false, problem: 'storage' };
        }),
      async viewing(token) {
        const link = readMailLink(secret, token);
        if (!link || !('viewing' in link)) return null;
        const row = await database.db.selectFrom('viewings').selectAll().where('id', '=', link.viewing).executeTakeFirst();
        return row ?? null;
      },
    },
    owners: {
      ...owners,
      logIn: async (...given) => events.login('password', await owners.logIn(...given)),
      followLink: async (...given) => events.login('link', await owners.followLink(...given)),
      setPassword: async (...given) => events.newPassword(await owners.setPassword(...given)),
    },
    portal: {
      ...portal,
      property: async (owner, propertyId) => events.property(owner.id, await portal.property(owner, propertyId)),
    },
    views,
    viewings: { free: (listing) => freeViewings(database, site, listing) },
    alerts: {
      async values(token) {
        const link = readMailLink(secret, token);
        const search = link?.do === 'change-search' ? await searchOf(database.db, link.search) : null;
        return search && (JSON.parse(search.criteria) as FormValues);
      },
      async seekers(reference) {
        const lead = await findLead(database, reference);
        return lead && seekersFor(lead.form, lead.values, { database, site });
      },
    },
    documents: {
      list: (token, language) => listByLink({ site, secret }, token, language),
      open: (token, n, language) => openByLink({ database, site, secret, contentDir }, token, n, language),
      openPublic: (propertyId, n, language) => openPublic({ database, site, contentDir }, propertyId, n, language),
      askedBefore: (cookie) => askedBefore(secret, cookie),
      askedCookie: (before, propertyId) => askedCookie(secret, before, propertyId, siteUrl.startsWith('https:')),
    },
    listings: { gone: (id) => goneListing(database, id) },
    hiddenPropertyIds: () => hiddenPropertyIds(database, site.settings.site.soldForDays),
    ipAddressOf: (request) => ipAddress(request, settings.trustProxy),
    health: openHealth({ settings, database }),
    async close() {
      await Promise.all([owners.settled(), views.close(), rounds.close()]);
      await tending.stop();
      await outbox.stop();
      transport.close();
      await database.close();
    },
  };
}
