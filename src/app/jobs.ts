import type { Ctx } from '../content/site/ctx.server.ts';
import type { Site } from '../content/site/site.ts';
import { largestGap } from '../features/alert/demand.server.ts';
import { sendAlerts } from '../features/alert/mails.server.ts';
import { matchEvents } from '../features/alert/match-events.server.ts';
import { reportFailures } from '../features/health/health.server.ts';
import { sendOnlineUrls } from '../features/import/send-online-urls.server.ts';
import { readReplies } from '../features/lead/inbound-mail.server.ts';
import { reportLateLeads } from '../features/lead/late-leads.server.ts';
import { sendLeadReport } from '../features/lead/lead-report.server.ts';
import { reopenRefused } from '../features/lead/lead-work.server.ts';
import { askFeedback } from '../features/owner/feedback.server.ts';
import { sendDigests } from '../features/owner/mails.server.ts';
import { OWNER_ACCOUNTS } from '../features/owner/sessions.server.ts';
import { hiddenPropertyIds, recordCatalogue } from '../features/property/history.server.ts';
import { STAFF_ACCOUNTS } from '../features/staff/staff.server.ts';
import { forgetMissingPaths } from '../features/statistics/missing-paths.server.ts';
import { forgetSearches } from '../features/statistics/searches.server.ts';
import { forgetMarks } from '../features/statistics/views.server.ts';
import { remindOfViewings } from '../features/viewing/viewing-reminders.server.ts';
import { forgetExpired } from '../platform/accounts/account-auth.server.ts';
import type { Job } from '../platform/clock/scheduler.server.ts';
import { removeLeftScratch } from '../platform/files/write.server.ts';
import type { GuardedFetch } from '../platform/http/guarded-fetch.server.ts';

interface JobContext extends Ctx {
  /** Sends requests to CRMs. */
  request: GuardedFetch;
  /** The site stops. */
  stopping: AbortSignal;
}

/**
 * The jobs that the running site does without a request. Each step either completes or is repeated, so neither a crash
 * nor a second process loses or duplicates anything.
 */
export function jobsOf(context: JobContext): Job[] {
  const { database, site, studioOrigin, log, wakeOutbox } = context;
  /** The listings of the version that was recorded last. */
  let recorded: Site['listings'] | null = null;
  return [
    {
      name: 'notifications',
      everySeconds: 60,
      async run() {
        const { listings } = site;
        if (listings !== recorded) {
          const news = await recordCatalogue(database, listings, { before: recorded });
          recorded = listings;
          if (news && !news.first) log.info({ events: news.events.length }, 'the catalogue has changed');
        }
        await matchEvents(database, site, site.settings.alerts);
        const sent = (await sendAlerts(context)) + (await remindOfViewings(context));
        if (sent > 0) wakeOutbox();
        await reopenRefused(database);
        if ((await reportLateLeads(database, { site, studioOrigin })) > 0) wakeOutbox();
        if (await sendLeadReport(database, { site, studioOrigin, gap: () => largestGap(database, site) })) wakeOutbox();
      },
    },
    {
      name: 'replies',
      everySeconds: 60,
      run: () => readReplies(context),
    },
    {
      name: 'failures',
      everySeconds: 60,
      async run() {
        const sent = await reportFailures({ database, site, settings: context.settings });
        if (sent > 0) wakeOutbox();
      },
    },
    {
      name: 'online URLs',
      everySeconds: 300,
      async run() {
        const hidden = await hiddenPropertyIds(database, site.settings.site.soldForDays);
        const sent = await sendOnlineUrls(database, { ...context, hidden, signal: context.stopping });
        if (sent > 0) log.info({ sent }, 'the CRM got the URLs of properties');
      },
    },
    {
      name: 'owners',
      everySeconds: 600,
      async run() {
        const asked = site.settings.portal.feedbackMail ? await askFeedback(database, context) : 0;
        const sent = await sendDigests(database, context);
        if (asked + sent > 0) wakeOutbox();
        for (const forget of [forgetMarks, forgetSearches, forgetMissingPaths]) await forget(database);
        for (const accounts of [OWNER_ACCOUNTS, STAFF_ACCOUNTS]) await forgetExpired(database, accounts);
        await removeLeftScratch(context.settings.dataDir);
      },
    },
  ];
}
