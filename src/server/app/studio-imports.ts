import { namedPlace } from '../../domain/editing/named-place.ts';
import type { ReportedProperty, ShownImport } from '../../domain/editing/shown-import.ts';
import { titleOfThing } from '../../domain/editing/thing-title.ts';
import { readImportReports } from '../operations/import/import-report.ts';
import type { ContentTools } from './content-tools.ts';

/** What the last imports did, for the page of the imports. */
export function contentImports({ files, formFor, settings }: Pick<ContentTools, 'files' | 'formFor' | 'settings'>) {
  const labelOf = (field: string): string => {
    const [part] = namedPlace(formFor({ file: 'properties/1.json', row: null }), [field]).parts;
    return part && 'label' in part ? part.label : field;
  };
  return {
    /** The last import of each source, the newest first. */
    imports(language: string): ShownImport[] {
      const shown = (id: number, fields: readonly string[] = [], notes: string[] = []): ReportedProperty => {
        const data = files.find('properties', String(id))?.data;
        return {
          ...{ id, fields: fields.map(labelOf), notes },
          title: data ? titleOfThing('properties', data, String(id), language) : null,
        };
      };
      return readImportReports(settings.dataDir).map(({ source, at, refused, plan, notes, pictures }) => {
        const noted = Map.groupBy(plan?.notes ?? [], ({ id }) => id);
        const failed = Map.groupBy(pictures, ({ id }) => id);
        const groups: ShownImport['groups'] = [
          { key: 'left', properties: (plan?.skipped ?? []).map(({ id, why }) => shown(id, [], [why])) },
          { key: 'added', properties: [...(plan?.added ?? []), ...(plan?.returned ?? [])].map((id) => shown(id)) },
          { key: 'changed', properties: (plan?.changed ?? []).map(({ id, fields }) => shown(id, fields)) },
          { key: 'gone', properties: (plan?.removed ?? []).map((id) => shown(id)) },
          {
            key: 'noted',
            properties: [...noted].map(([id, all]) =>
              shown(
                id,
                [],
                all.map(({ note }) => note),
              ),
            ),
          },
          {
            key: 'pictures',
            properties: [...failed].map(([id, all]) =>
              shown(
                id,
                [],
                all.map(({ source: url, reason }) => `${url} ${reason}`),
              ),
            ),
          },
        ];
        return { source, at, refused, notes, groups: groups.filter(({ properties }) => properties.length > 0) };
      });
    },
  };
}
