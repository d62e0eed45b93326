import { expect, test } from 'vitest';
import { type LeadRights, leadRights, ROLES, type Role } from '../../src/features/staff/rights.ts';

const ME = 'me';
const EVERYTHING: LeadRights = { work: true, take: true, give: true };
const NOTHING: LeadRights = { work: false, take: false, give: false };
/** What each role may do with an own lead, that of a colleague and that of nobody, in words. */
const RIGHTS: Readonly<Record<Role, readonly [own: LeadRights, colleagues: LeadRights, nobodys: LeadRights]>> = {
  admin: [EVERYTHING, EVERYTHING, EVERYTHING],
  office: [EVERYTHING, EVERYTHING, EVERYTHING],
  agent: [EVERYTHING, NOTHING, { work: true, take: true, give: false }],
  editor: [NOTHING, NOTHING, NOTHING],
  reader: [NOTHING, NOTHING, NOTHING],
};

test.each(ROLES)('what %s may do with a lead depends on who has it', (role) => {
  const found = [ME, 'colleague', null].map((holder) => leadRights({ id: ME, role }, holder));
  expect(found).toEqual(RIGHTS[role]);
});
