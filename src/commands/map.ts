import { Command } from 'commander';
import { readContent } from '../content/files/read-content.server.ts';
import {
  installMap,
  type MapStatus,
  mapStatus,
  megabytes,
  type NamedPoint,
  removeMap,
} from '../features/map/install-map.server.ts';
import { localized } from '../i18n/languages.ts';
import { type Environment, environment } from '../platform/environment/environment.server.ts';

/** `map`: installs the vector tiles from which the site draws its map with streets. */
export function mapCommand(): Command {
  const map = new Command('map').description('the streets of the map: install, see or remove their vector tiles');
  map
    .command('install')
    .description(
      'check a PMTiles file with the layers of the Protomaps basemap and use it for the map; the running site ' +
        'shows it within seconds',
    )
    .argument('<file>', 'such as belgium.pmtiles')
    .option('--json', 'print what was installed as JSON')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const settings = environment();
      const status = await installMap(settings.dataDir, file, townsOf(settings));
      if (json) return console.log(JSON.stringify(status, null, 2));
      print(status);
    });
  map
    .command('status')
    .description('say which map is installed and whether it covers the towns of the agency')
    .option('--json', 'print it as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const settings = environment();
      const status = await mapStatus(settings.dataDir, townsOf(settings));
      if (json) return console.log(JSON.stringify(status, null, 2));
      if (status) return print(status);
      console.log('No streets are installed. The map shows towns, borders, rivers and stations.');
    });
  map
    .command('remove')
    .description('remove the streets; the map shows towns, borders, rivers and stations again')
    .action(async () => {
      const isRemoved = await removeMap(environment().dataDir);
      console.log(isRemoved ? 'Removed the streets of the map.' : 'No streets were installed.');
    });
  return map;
}

function print(status: MapStatus): void {
  const { file, bytes, minZoom, maxZoom, attribution, warnings } = status;
  console.log(`${file}: ${megabytes(bytes)}, zoom ${minZoom} to ${maxZoom}. The map names: ${attribution}`);
  for (const warning of warnings) console.log(`Warning: ${warning}`);
}

/** The towns in which the agency has properties. */
function townsOf({ contentDir }: Environment): NamedPoint[] {
  const { readable } = readContent(contentDir);
  if (!readable) throw new Error(`The content in ${contentDir} cannot be read; "content check" says why.`);
  const zips = new Set(readable.properties.map(({ Zip }) => Zip));
  return readable.cities
    .filter(({ Zip, Zips = [] }) => [Zip, ...Zips].some((zip) => zips.has(zip)))
    .map(({ Name, Latitude, Longitude }) => ({
      name: localized(Name, readable.settings.site.defaultLanguage),
      latitude: Latitude,
      longitude: Longitude,
    }));
}
