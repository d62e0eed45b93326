import { describe, expect, test } from 'vitest';
import { retentionSettings, withRetention } from '../../src/features/form/settings.ts';
import { personalDataFinding } from '../../src/features/health/local-findings.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { PERSONAL_DATA, personalDataTables, RETENTION_SETTINGS } from '../../src/features/privacy/personal-data.ts';
import { testFolder } from '../support/folder.ts';
import { sampleLead } from '../support/sample-lead.ts';
import { openStorage } from '../support/storage.ts';

/** Words of columns that can identify or describe a person; every column of this kind has to be in the list. */
const PERSONAL =
  /email|name|phone|address|agent$|contact|comment|recipient|reply_to|password|values|criteria|subject|text|html/;
const NOT_PERSONAL = new Set([
  // Names of things, and settings of an account.
  ...[
    'keys.name',
    'outbox.address_refused',
    'schema_versions.name',
    'owners.email_verified',
    'staff.email_verified',
    'view_counts.source',
    'staff_presence.subject',
  ],
]);

describe('the list of personal data', () => {
  test('has an entry for every table, and no other', async () => {
    const { database } = await openStorage('sqlite');
    const tables = await database.db.introspection.getTables();
    expect(tables.length).toBeGreaterThan(20);
    expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(PERSONAL_DATA).sort());
  });

  test('names only columns that exist, and every column that looks personal', async () => {
    const { database } = await openStorage('sqlite');
    const columns = new Map(
      (await database.db.introspection.getTables()).map(({ name, columns }) => [name, columns.map((one) => one.name)]),
    );
    for (const [table, data] of personalDataTables) {
      const { emailAddress = [], mentions = [], belongsTo = [], retention = [], exported, name } = data;
      const named = [
        ...[...data.columns, ...emailAddress, ...mentions, ...(exported?.columns ?? []), ...(name ? [name] : [])],
        ...belongsTo.map(({ column }) => column),
        ...retention.flatMap(({ since, forget }) => (forget ? [since, forget] : [since])),
      ];
      expect(
        named.filter((column) => !columns.get(table)?.includes(column)),
        table,
      ).toEqual([]);
      const personal = (columns.get(table) ?? []).filter((column) => PERSONAL.test(column));
      const missing = personal.filter(
        (column) => !data.columns.includes(column) && !NOT_PERSONAL.has(`${table}.${column}`),
      );
      expect(missing, `${table}: columns that look personal`).toEqual([]);
    }
  });

  test('says for every table how long rows live, and for every personal table how they are found', () => {
    for (const [table, data] of personalDataTables) {
      expect(Boolean(data.retention?.length || data.end), `${table}: retention or end`).toBe(true);
      const isFound = Boolean(
        data.ofStaff || data.emailAddress || data.belongsTo || data.mentions || data.packedMentions,
      );
      expect(isFound || data.columns.length === 0, `${table}: how a person is found`).toBe(true);
    }
  });

  test('uses every setting of retention', () => {
    expect([...RETENTION_SETTINGS].sort()).toEqual(Object.keys(retentionSettings.shape).sort());
  });
});

test('doctor warns of data that is kept too long', async () => {
  const { database } = await openStorage('sqlite');
  await storeLead(database, sampleLead());
  expect(await personalDataFinding(database, testFolder())).toMatchObject({ state: 'ok' });
  await database.db.updateTable('leads').set({ created_at: '2020-01-01T00:00:00.000Z' }).execute();
  const finding = await personalDataFinding(database, testFolder());
  expect(finding).toMatchObject({ state: 'warn', facts: { leads: 1 } });
  expect(finding.message).toContain('npm run site -- retention');
});

describe('the privacy statement', () => {
  const retention = retentionSettings.parse({ leadMonths: 6 });

  test('shows the numbers of the settings', () => {
    expect(withRetention({ en: 'Kept for {leadMonths} months, {mailDays} days.' }, retention)).toEqual({
      en: 'Kept for 6 months, 90 days.',
    });
    expect(withRetention(undefined, retention)).toBeUndefined();
  });
});
