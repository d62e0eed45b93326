import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storePassword } from '../../platform/accounts/passwords.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { isStaffError, STAFF_ACCOUNTS } from './staff.server.ts';
import { addStaff, OPERATOR } from './staff-accounts.server.ts';

interface Parts {
  site: { languages: readonly string[]; defaultLanguage: string; members: readonly { id: string }[] };
  contentDir: string;
  dataDir: string;
}

const EMAIL = 'demo@studio.example';

/**
 * Creates the demo member of staff of the demo agency while nobody works in the studio; returns the login once. On a
 * local address it needs no second factor.
 */
export async function makeDemoStaff(
  database: Database,
  { site, contentDir, dataDir }: Parts,
): Promise<{ email: string; password: string } | null> {
  if (!existsSync(join(contentDir, 'demo'))) return null;
  if (await database.db.selectFrom('staff').select('id').limit(1).executeTakeFirst()) return null;
  const { languages, members } = site;
  const person = { email: EMAIL, name: 'Demo', role: 'admin', language: site.defaultLanguage, member: members[0]?.id };
  try {
    const { id } = await addStaff(database, person, { languages, members }, OPERATOR);
    const password = randomBytes(12).toString('base64url');
    await storePassword(database, STAFF_ACCOUNTS, id, password);
    writeFileSync(join(dataDir, 'demo-staff.txt'), `${EMAIL}\n${password}\n`, { mode: 0o600 });
    return { email: EMAIL, password };
  } catch (error) {
    // Another process was first and prints the password.
    if (isStaffError(error)) return null;
    throw error;
  }
}
