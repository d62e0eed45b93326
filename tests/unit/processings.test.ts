import { describe, expect, test } from 'vitest';
import { FORMS } from '../../src/features/lead/forms.ts';
import { personalDataTables, RETENTION_SETTINGS } from '../../src/features/privacy/personal-data.ts';
import { PROCESSINGS, retentionOf } from '../../src/features/privacy/processing-activities.ts';

describe('the list of processings', () => {
  test('has what every form collects, with a table of leads or of addresses', () => {
    const purposes = new Set<string>(FORMS.map(({ purpose }) => purpose));
    const collecting = PROCESSINGS.filter(({ name }) => purposes.has(name));
    expect(collecting).toHaveLength(purposes.size);
    const kept: readonly string[] = ['leads', 'newsletter'];
    expect(collecting.filter(({ tables }) => !tables.some((table) => kept.includes(table)))).toEqual([]);
  });

  test('names every table with data about a person', () => {
    const personal = personalDataTables
      .filter(([, data]) => data.columns.length > 0 || data.belongsTo)
      .map(([name]) => name);
    const named = new Set<string>(PROCESSINGS.flatMap(({ tables }) => tables));
    expect(personal.length).toBeGreaterThan(10);
    expect(personal.filter((name) => !named.has(name))).toEqual([]);
  });

  test('tells every time of retention', () => {
    expect([...new Set(PROCESSINGS.flatMap(retentionOf))].toSorted()).toEqual([...RETENTION_SETTINGS].toSorted());
  });

  test('says for each processing how long, by a time or by its end', () => {
    expect(PROCESSINGS.filter((one) => retentionOf(one).length === 0 && !one.until)).toEqual([]);
  });

  test('takes the times from the tables', () => {
    const search = PROCESSINGS.find(({ name }) => name === 'PROCESSING_SEARCH');
    expect(search && retentionOf(search)).toEqual(['unconfirmedDays', 'leadMonths', 'mailDays']);
  });
});
