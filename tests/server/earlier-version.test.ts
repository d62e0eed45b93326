import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { presentFile, withPresentNames } from '../../src/content/files/renamed.server.ts';
import { restoreBackup } from '../../src/features/backup/restore.server.ts';
import { retentionSettings } from '../../src/features/form/settings.ts';
import { listLeads } from '../../src/features/lead/leads.server.ts';
import { applyRetention } from '../../src/features/privacy/requests/apply-retention.server.ts';
import { exportPerson } from '../../src/features/privacy/requests/export-person.server.ts';
import { currentLabels, defaultLabels } from '../../src/i18n/current-labels.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { testFolder } from '../support/folder.ts';
import { change, copySmallContent } from '../support/small-content.ts';
import { ENGINES, emptyStorage } from '../support/storage.ts';
import { projectDir } from '../support/test-site.ts';

/** Backups that version 0.1.0 made, before tables and columns were renamed. */
const backupOf = (engine: string) => join(projectDir, `tests/fixtures/backups/${engine}-before-words.tar.gz`);

/** Rows by table as the backups list them, under the present names. */
const ROWS = {
  leads: 23,
  outbox: 39,
  properties: 55,
  saved_searches: 2,
  viewings: 2,
  viewing_cells: 4,
  owner_properties: 2,
  property_entries: 19,
  viewing_feedback: 6,
  view_counts: 420,
};

describe.each(ENGINES.flatMap((from) => ENGINES.map((to) => [from, to] as const)))(
  'a backup that 0.1.0 made on %s, restored on %s',
  (from, to) => {
    test('keeps every row, and the service works with it', async () => {
      const { dataDir, url } = await emptyStorage(to);
      const contentDir = testFolder();
      await restoreBackup({ dataDir, contentDir, databaseUrl: url }, backupOf(from), { content: 'never' });
      const database = await openDatabase({ dataDir, url });
      for (const [table, rows] of Object.entries(ROWS)) {
        const found = await database.db
          .selectFrom(table as 'leads')
          .selectAll()
          .execute();
        expect(found.length, table).toBe(rows);
      }
      const [lead] = await listLeads(database, { form: 'site-contact' });
      expect(lead).toMatchObject({
        values: { message: 'Graag meer uitleg over deze woning' },
        email: 'jan@example.be',
      });
      const kinds = await database.db.selectFrom('property_entries').select('kind').distinct().execute();
      expect(kinds.map(({ kind }) => kind)).toContain('viewing');
      expect((await exportPerson(database, 'jan@example.be')).data.leads?.length).toBeGreaterThan(10);
      const later = Date.parse('2040-01-01');
      expect(await applyRetention(database, retentionSettings.parse({}), later)).toMatchObject({
        leads: 23,
        viewings: 2,
      });
      expect(await database.db.selectFrom('viewing_feedback').selectAll().execute()).toEqual([]);
      await database.close();
    });
  },
);

describe('content with the names of 0.1.0', () => {
  test('is read, and each old name is reported with the present one', () => {
    const contentDir = join(testFolder(), 'content');
    copySmallContent(contentDir, { defaultLanguage: 'nl', enabledLanguages: ['nl', 'fr'] });
    const file = (name: string) => join(contentDir, name);
    renameSync(file('settings/homepage.json'), file('settings/home.json'));
    renameSync(file('settings/viewings.json'), file('settings/appointments.json'));
    change(file('settings/site.json'), ({ similarProperties, ...rest }) => ({ ...rest, similarHomes: 3 }));
    change(file('settings/forms.json'), (forms) => ({ ...forms, retention: { requestMonths: 12 } }));
    const { content, problems } = readContent(contentDir);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(content?.settings.site.similarProperties).toBe(3);
    expect(content?.settings.forms.retention.leadMonths).toBe(12);
    const warnings = problems
      .filter(({ severity }) => severity === 'warning')
      .map(({ file, allowed }) => `${file}: ${allowed}`);
    expect(warnings.join('\n')).toContain('settings/home.json: rename the file to settings/homepage.json');
    expect(warnings.join('\n')).toContain('settings/site.json: it is now called "similarProperties"');
  });

  test('a present name wins over an old one beside it, which is then unknown', () => {
    const { data, renamed } = withPresentNames('settings/alerts.json', { mostHomes: 3, maxProperties: 4 });
    expect(data).toEqual({ mostHomes: 3, maxProperties: 4 });
    expect(renamed).toEqual([]);
  });

  test('names of routes are present ones, in routes.json and wherever a route is named', () => {
    expect(withPresentNames('routes.json', [{ name: 'visit-feedback' }]).data).toEqual([{ name: 'viewing-feedback' }]);
    expect(withPresentNames('menu/x.json', { route: 'owner-visits' }).data).toEqual({ route: 'owner-viewings' });
    expect(withPresentNames('menu/x.json', { banner: { color: 'pine' } }).data).toEqual({
      banner: { color: 'action' },
    });
    expect(withPresentNames('menu/x.json', { color: 'pine' }).data).toEqual({ color: 'pine' });
    expect(withPresentNames('menu/x.json', { name: 'owner-visits' }).data).toEqual({ name: 'owner-visits' });
  });

  test('a file keeps its name when it exists', () => {
    expect(presentFile(testFolder(), 'settings/site.json')).toBe('settings/site.json');
    expect(presentFile(testFolder(), 'settings/homepage.json')).toBe('settings/homepage.json');
  });
});

test('labels are read under old keys, and a label that the file lacks has the text of the product', () => {
  const labels = currentLabels('nl', { PLAN_A_VISIT: 'Plan', HOMES_PER_TOWN: 'x', HOME: 'Start' });
  expect(labels).toMatchObject({
    PLAN_A_VIEWING: 'Plan',
    PROPERTIES_PER_TOWN: 'x',
    HOME: 'Start',
    MAIL_SALUTATION: 'Dag {name},',
  });
  expect(currentLabels('fr', { MAIL_SALUTATION: 'Salut' }).MAIL_SALUTATION).toBe('Salut');
  for (const language of ['nl', 'fr', 'en', 'de'])
    expect(Object.keys(currentLabels(language, {})).sort()).toEqual(Object.keys(defaultLabels('nl')!).sort());
  expect(currentLabels('it', { HOME: 'Inizio' })).toEqual({ HOME: 'Inizio' });
});
