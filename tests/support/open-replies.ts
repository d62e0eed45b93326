import { expect } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { leadAddress, type Writer } from '../../src/features/lead/lead-address.server.ts';
import { findWork } from '../../src/features/lead/lead-list.server.ts';
import { replyToLead } from '../../src/features/lead/lead-reply.server.ts';
import { receiveMail } from '../../src/features/lead/receive-mail.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { addStaff, OPERATOR } from '../../src/features/staff/staff-accounts.server.ts';
import { parseReplyAddress } from '../../src/platform/environment/settings-schema.server.ts';
import { readMail } from '../../src/platform/mail/received-mail.server.ts';
import { present } from '../../src/platform/values/values.ts';
import { mailOf } from './received-mail.ts';
import { openStorage } from './storage.ts';
import { MAIL_SITE, PROPERTY_ID, SECRET } from './submit.ts';

/** Who sends the leads of these tests. */
export const VISITOR = 'an@visitor.example';
/** Of what the addresses of leads are made. */
export const ADDRESSES = {
  secret: SECRET,
  settings: { replies: { address: present(parseReplyAddress('reply@agency.example'), 'address') } },
};

/** A storage with a member of staff, to which leads and mails come. */
export async function openReplies(engine: Parameters<typeof openStorage>[0], site: Site) {
  const { database } = await openStorage(engine);
  const ctx = {
    ...ADDRESSES,
    ...{ database, site, siteUrl: MAIL_SITE, studioOrigin: 'https://studio.example', wakeOutbox() {} },
  };
  const employ = async (name: string) => {
    const email = `${name.split(' ')[0]?.toLowerCase()}@agency.example`;
    const known = { languages: ['nl'], members: site.members };
    const account = { email, name, role: 'office', language: 'nl', member: null };
    const { id } = await addStaff({ database }, account, known, OPERATOR);
    return { id, name, email };
  };
  const worker = await employ('Nele Proost');
  let count = 0;
  const again = async ({ reference }: { reference: string }) => present(await findWork(database, reference), reference);
  const lead = async (form = 'contact-me') => {
    count += 1;
    return again(
      await storeLead(database, {
        ...{ form, token: `t ${count}`, language: 'nl', page: '/nl/', consentVersion: '1', email: VISITOR },
        values: { firstName: 'An', lastName: 'Peeters', email: VISITOR },
        propertyId: PROPERTY_ID,
        within: async () => [],
      }),
    );
  };
  return {
    ...{ database, worker, employ, lead, again },
    /** The address of a lead. */
    to: ({ reference }: { reference: string }, writer: Writer = 'visitor') =>
      present(leadAddress(ADDRESSES, reference, writer), reference),
    receive: async (mail: Parameters<typeof mailOf>[0]) => receiveMail(ctx, await readMail(mailOf(mail))),
    /** The mails to the agency about mails. */
    notices: () =>
      database.db.selectFrom('outbox').selectAll().where('kind', '=', 'lead-received').orderBy('id').execute(),
    async reply(one: { reference: string }) {
      const written = { copyTo: '', text: 'Dat kan.', replyTo: worker.email, clientKey: null, seen: '', holder: '' };
      const sent = await replyToLead({ database, site }, await again(one), { ...written, waitMs: 60_000 }, worker);
      expect(sent.ok).toBe(true);
    },
  };
}
