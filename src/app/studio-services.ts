import type { Ctx } from '../content/site/ctx.server.ts';
import { studioSeekers } from '../features/alert/demand.server.ts';
import { studioOffers } from '../features/bid/studio/studio-offers.server.ts';
import { studioContent } from '../features/editing/content.server.ts';
import { studioMedia } from '../features/editing/photos/property-media.server.ts';
import { studioTranslations } from '../features/editing/translations.server.ts';
import { studioPerson } from '../features/lead/studio/studio-person.server.ts';
import { studioLeads } from '../features/lead/studio-leads.server.ts';
import { studioPeople } from '../features/lead/studio-people.server.ts';
import { type NotifyOfChange, openSecurityNotices } from '../features/owner/login.server.ts';
import { studioOwnerDocuments } from '../features/owner/owner-documents.server.ts';
import { publishLive } from '../features/publishing/publish-live.server.ts';
import { studioPublish } from '../features/publishing/studio-publish.server.ts';
import { openStaff } from '../features/staff/login.server.ts';
import {
  changePassword,
  changePreferences,
  changeProfile,
  factorFacts,
  renewCodes,
} from '../features/staff/own-account.server.ts';
import type { Preferences } from '../features/staff/preferences.ts';
import { type Role, reachOf } from '../features/staff/rights.ts';
import type { StaffMember } from '../features/staff/staff.server.ts';
import {
  type Actor,
  addStaff,
  changeRole,
  disableStaff,
  listStaff,
  type NewStaff,
  resetStaff,
} from '../features/staff/staff-accounts.server.ts';
import { setPresent } from '../features/staff/staff-events.server.ts';
import { studioLive } from '../features/studio/live.server.ts';
import { auditedLogin, studioAudit } from '../features/studio/studio-audit.server.ts';
import { studioTenants } from '../features/tenant/tenant-link.server.ts';
import { studioAgenda } from '../features/viewing/studio/studio-agenda.server.ts';
import { isLocal } from '../platform/environment/environment.server.ts';
import type { SecurityLog } from '../platform/log/log.server.ts';

type Parts = Pick<Ctx, 'database' | 'recordEvent' | 'secret' | 'settings' | 'site' | 'siteUrl' | 'wakeOutbox'>;

/** Changes of the second factor, each of which is notified to its owner by mail. */
const notifiedFactors = (staff: ReturnType<typeof openStaff>, notify: NotifyOfChange) => ({
  async setUpFactor(...given: Parameters<typeof staff.setUpFactor>) {
    const added = await staff.setUpFactor(...given);
    if (added) await notify('app', given[0]);
    return added;
  },
  passkeys: {
    ...staff.passkeys,
    async add(...given: Parameters<typeof staff.passkeys.add>) {
      const added = await staff.passkeys.add(...given);
      if (added) await notify('passkey', given[0]);
      return added;
    },
    async remove(...given: Parameters<typeof staff.passkeys.remove>) {
      const isRemoved = await staff.passkeys.remove(...given);
      if (isRemoved) await notify('passkey-removed', given[0]);
      return isRemoved;
    },
  },
});

/** The streams of events, which open pages listen to. */
const openStreams = (events: ReturnType<typeof studioLive>, publishing: ReturnType<typeof publishLive>) => ({
  handle(...given: Parameters<typeof events.handle>): void {
    const isPublishing = given[0].url?.startsWith('/studio/publishing/');
    (isPublishing ? publishing : events).handle(...given);
  },
  renew(): void {
    events.renew();
    publishing.renew();
  },
  close(): void {
    events.close();
    publishing.close();
  },
});

/** The studio: its login, its rooms and its accounts. */
export function studioServices(parts: Parts, events: SecurityLog) {
  const { settings, database, site, secret, siteUrl } = parts;
  const origin = settings.studioUrl ?? siteUrl;
  const staff = openStaff({
    database,
    secret,
    origin,
    isLocal: isLocal(origin) && settings.demo === 'auto',
    agencyName: site.settings.site.agency.name,
  });
  const audited = auditedLogin(database, staff);
  const notify = openSecurityNotices(parts);
  const leads = studioLeads(parts);
  const publish = studioPublish(parts);
  const actor = (person: StaffMember): Actor => ({ staffId: person.id, who: person.name });
  return {
    /** The origin of the studio. */
    origin,
    staff: {
      ...staff,
      ...audited,
      logIn: async (...given: Parameters<typeof staff.logIn>) =>
        events.staffLogin('password', await audited.logIn(...given)),
      showFactor: async (...given: Parameters<typeof staff.showFactor>) =>
        events.staffLogin('factor', await audited.showFactor(...given)),
      logInWithPasskey: async (...given: Parameters<typeof staff.logInWithPasskey>) =>
        events.staffLogin('passkey', await audited.logInWithPasskey(...given)),
      ...notifiedFactors(staff, notify),
    },
    leads,
    offers: studioOffers(parts),
    tenants: studioTenants(parts),
    agenda: studioAgenda(parts),
    content: studioContent(parts),
    people: studioPeople(parts),
    ownerDocuments: studioOwnerDocuments(parts),
    seekers: studioSeekers(parts),
    person: studioPerson(parts),
    translations: studioTranslations(parts),
    media: studioMedia(parts),
    publish,
    live: openStreams(
      studioLive({
        ...{ database, login: staff },
        maySee: async (reference, person) =>
          (await leads.find(reference, person, reachOf(person.role, 'leads.read') ?? 'own')) !== null,
      }),
      publishLive({ login: staff, publish }),
    ),
    setPresent: (person: StaffMember, subject: string) => setPresent(database, person.id, subject),
    accounts: {
      list: () => listStaff(database),
      add: (given: NewStaff, person: StaffMember) =>
        addStaff(database, given, { languages: site.languages, members: site.members }, actor(person)),
      changeRole: (email: string, role: Role, person: StaffMember) => changeRole(database, email, role, actor(person)),
      disable: (email: string, isOff: boolean, person: StaffMember) =>
        disableStaff(database, email, isOff, actor(person)),
      reset: (email: string, person: StaffMember) => resetStaff(database, email, actor(person)),
    },
    /** What somebody changes at their own account. */
    account: {
      profile: (person: StaffMember, given: { name: string; language: string }) =>
        changeProfile(database, person, given, site.languages),
      preferences: (person: StaffMember, wanted: Preferences) => changePreferences(database, person, wanted),
      async password(person: StaffMember, given: { current: string; password: string; repeated: string }) {
        const refusal = await changePassword(database, person, given, [site.settings.site.agency.name]);
        if (refusal === null) await notify('password', person);
        return refusal;
      },
      async renewCodes(person: StaffMember) {
        const codes = await renewCodes(database, person);
        if (codes) await notify('codes', person);
        return codes;
      },
      factor: (person: StaffMember) => factorFacts(database, person),
    },
    audit: studioAudit(database),
  };
}
