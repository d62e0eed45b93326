import type { Preferences } from '../../domain/staff/preferences.ts';
import { type Role, reachOf } from '../../domain/staff/roles.ts';
import type { Site } from '../catalogue/site/site.ts';
import type { Database } from '../platform/database/database.ts';
import { type Environment, isLocal } from '../platform/environment/environment.ts';
import type { RecordEvent } from '../platform/outbox/record-event.ts';
import { openStaff } from '../services/staff/open-staff.ts';
import {
  changePassword,
  changePreferences,
  changeProfile,
  factorFacts,
  renewCodes,
} from '../services/staff/own-account.ts';
import { setPresent } from '../services/staff/presence.ts';
import type { StaffMember } from '../services/staff/staff.ts';
import {
  type Actor,
  addStaff,
  changeRole,
  disableStaff,
  listStaff,
  type NewStaff,
  resetStaff,
} from '../services/staff/staff-accounts.ts';
import { publishLive } from './publish-live.ts';
import type { SecurityLog } from './security-log.ts';
import { type NotifyOfChange, openSecurityNotices } from './security-notice.ts';
import { studioAgenda } from './studio-agenda.ts';
import { auditedLogin, studioAudit } from './studio-audit.ts';
import { studioContent } from './studio-content.ts';
import { studioLeads } from './studio-leads.ts';
import { studioLive } from './studio-live.ts';
import { studioMedia } from './studio-media.ts';
import { studioOffers } from './studio-offers.ts';
import { studioOwnerDocuments } from './studio-owner-documents.ts';
import { studioPeople } from './studio-people.ts';
import { studioPerson } from './studio-person.ts';
import { studioPublish } from './studio-publish.ts';
import { studioSeekers } from './studio-seekers.ts';
import { studioTranslations } from './studio-translations.ts';
import { studioTenants } from './tenant-services.ts';

interface Parts {
  settings: Environment;
  database: Database;
  site: Site;
  secret: string;
  siteUrl: string;
  recordEvent: RecordEvent;
  wakeOutbox(): void;
}

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
