import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { readContent } from '../content/files/read-content.server.ts';
import { contentWriterOf } from '../content/history/content-writer.server.ts';
import { installPlaces, removePlaces } from '../features/place/install-places.server.ts';
import { PLACE_KINDS, type PlaceKind } from '../features/place/settings.ts';
import { environment } from '../platform/environment/environment.server.ts';
import { errorMessage } from '../platform/log/error-facts.ts';
import { withNewDatabase } from './with-database.ts';

interface Given {
  source: string;
  date: string;
  link?: string;
  kind?: PlaceKind;
  json?: boolean;
}

const kindOption = (words: string) => new Option('--kind <kind>', words).choices(PLACE_KINDS);

/** `places`: installs open data of schools, stops, stations, shops and parks around the properties. */
export function placesCommand(): Command {
  const places = new Command('places').description('what is around the properties, from a file of open data');
  places
    .command('install')
    .description(
      'write the places of a GeoJSON file (tags of OpenStreetMap, or "kind") or a CSV file (name, latitude, ' +
        'longitude; stops.txt of public transport too) near the towns of cities.json into the content',
    )
    .argument('<file>', 'such as stations.csv')
    .requiredOption('--source <text>', 'who made the data, as its licence asks; pages name it')
    .requiredOption('--date <day>', 'day of the data, such as 2026-11-01')
    .option('--link <url>', 'page of the source')
    .addOption(kindOption('kind of all places that name none'))
    .option('--json', 'print what was written as JSON')
    .action(async (file: string, { source, date, link, kind, json }: Given) => {
      const settings = environment();
      const towns = townsOf(settings.contentDir);
      const text = readFileSync(file, 'utf8');
      const installed = await withNewDatabase((database) =>
        installPlaces(contentWriterOf(database, settings), {
          text,
          kind: kind ?? null,
          from: { source, date, link },
          towns,
        }),
      ).catch((error: unknown) => {
        throw new Error(`${file} changed nothing: ${errorMessage(error)}`);
      });
      if (json) return console.log(JSON.stringify(installed));
      const counts = Object.entries(installed.kinds).map(([name, count]) => `${count} of kind ${name}`);
      console.log(`Wrote ${counts.join(', ')} to settings/places.json. Publish to show them.`);
      console.log(`Left out: ${installed.far} far from every town, ${installed.skipped} without name, point or kind.`);
    });
  places
    .command('remove')
    .description('remove the places of one kind, or all of them')
    .addOption(kindOption('only this kind'))
    .action(async ({ kind }: { kind?: PlaceKind }) => {
      const settings = environment();
      const isRemoved = await withNewDatabase((database) =>
        removePlaces(contentWriterOf(database, settings), kind ?? null),
      );
      console.log(isRemoved ? 'Removed. Publish to show it.' : 'There was nothing to remove.');
    });
  return places;
}

function townsOf(contentDir: string) {
  const { readable } = readContent(contentDir);
  if (!readable) throw new Error(`The content in ${contentDir} cannot be read; "content check" says why.`);
  return readable.cities.map(({ Latitude, Longitude }) => ({ latitude: Latitude, longitude: Longitude }));
}
