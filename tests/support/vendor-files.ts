import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportFile } from '../../src/importers/importer.ts';
import { EXPORTS } from './import-export.ts';

/** What a vendor knows of a house for sale, as far as the tests change it. */
export interface Sold {
  Price: number;
  PublishPrice: boolean;
  EnergyPerformance?: number | undefined;
  SurfaceLiving?: number | undefined;
  VirtualTour?: string | undefined;
  /** The French text. */
  French?: string | undefined;
  photos: readonly string[];
  /** How numbers are written, where the vendor writes texts. */
  notation: number;
}

// biome-ignore lint/suspicious/noExplicitAny: recorded exports are changed in ways that their vendors would
type Raw = any;
const recorded = (name: string) => readFileSync(join(EXPORTS, name), 'utf8');
const KEY = '12345678-1234-1234-1234-1234567890ab';
const TEXT = 'Tekst';

/** An amount as people and programs in Belgium write it. */
const written = (amount: number, notation: number): string =>
  [
    String(amount),
    `${amount},00`,
    `${amount}.00`,
    String(amount).replace(/\B(?=(?:\d{3})+$)/g, '.'),
    `€ ${String(amount).replace(/\B(?=(?:\d{3})+$)/g, '.')},-`,
  ][notation % 5]!;

const cell = (value: unknown) => `"${String(value ?? '').replaceAll('"', '""')}"`;

function csvFile(id: number, sold: Sold): string {
  const row: Readonly<Record<string, unknown>> = {
    ...{ ID: id, RecordFile: 'R', Goal: 0, Status: 1, WebIDs: 1, Zip: 1860, 'City.nl': 'Meise' },
    ...{ 'TypeDescription.nl': 'Huis', PublishAddress: 'nee', CreatedDate: '2026-01-02', 'DescriptionA.nl': TEXT },
    'DescriptionA.fr': sold.French,
    Price: written(sold.Price, sold.notation),
    PublishPrice: sold.PublishPrice ? ['ja', '1', 'true'][sold.notation % 3] : ['nee', '0', 'false'][sold.notation % 3],
    EnergyPerformance: sold.EnergyPerformance,
    SurfaceLiving: sold.SurfaceLiving,
    VirtualTour: sold.VirtualTour,
    Pictures: sold.photos.join('|'),
  };
  return [Object.keys(row), Object.values(row)].map((line) => line.map(cell).join(';')).join('\r\n');
}

function whiseFile(id: number, sold: Sold): string {
  const data = JSON.parse(recorded('whise.json')) as Raw;
  const estate = {
    ...data.estates[0],
    ...{ id, parentId: 0, price: sold.Price, displayPrice: sold.PublishPrice, displayAddress: false, details: [] },
    energyValue: sold.EnergyPerformance === undefined ? '' : `${sold.EnergyPerformance}-${sold.EnergyPerformance}`,
    ...{ area: sold.SurfaceLiving ?? null, linkVirtualVisit: sold.VirtualTour ?? null },
    shortDescription: [
      { languageId: 'nl-BE', content: TEXT },
      { languageId: 'fr-BE', content: sold.French ?? '' },
    ],
    pictures: sold.photos.map((urlXXL, order) => ({ id: urlXXL.charCodeAt(0), order, urlXXL })),
  };
  return JSON.stringify({ ...data, totalCount: 1, estates: [estate] });
}

function omnicasaFiles(id: number, sold: Sold): ExportFile[] {
  const row = (Language: number, DescriptionA: string | undefined) => ({
    ...{ ID: String(id), Goal: 0, Status: 1, WebIDs: '1', TypeDescription: 'Huis', Zip: '1860', City: 'MEISE' },
    ...{
      Language,
      DescriptionA: DescriptionA ?? '-',
      PublishAddress: '0',
      PublishPrice: sold.PublishPrice ? '1' : '0',
    },
    Price: written(sold.Price, sold.notation),
    ...{ EnergyPerformance: sold.EnergyPerformance ?? '-', SurfaceLiving: sold.SurfaceLiving ?? 0 },
    VirtualTour: sold.VirtualTour ?? '-',
    XLargePictureItems: sold.photos.map((Url) => ({ ID: Url.charCodeAt(0), Url })),
  });
  return [row(1, TEXT), row(2, sold.French)].map((item, at) => ({
    name: `${['nl', 'fr'][at]}.json`,
    text: JSON.stringify({
      GetPropertyListJsonResult: { Success: true, Code: 0, Value: { Items: [item], RowsCount: 1 } },
    }),
  }));
}

function sweepbrightFile(sold: Sold): string {
  const data = JSON.parse(recorded('sweepbright.json')) as Raw;
  return JSON.stringify({
    ...data,
    ...{ status: 'available', description: { nl: TEXT, ...(sold.French && { fr: sold.French }) } },
    price: { amount: sold.Price, currency: 'EUR', hidden: !sold.PublishPrice },
    legal: { ...data.legal, energy: { ...data.legal.energy, epc_value: sold.EnergyPerformance ?? null } },
    sizes: { ...data.sizes, liveable_area: { size: sold.SurfaceLiving ?? null, unit: 'sq_m' } },
    virtual_tour_url: sold.VirtualTour ?? null,
    images: sold.photos.map((url, ordinal) => ({ id: url, url, ordinal })),
  });
}

function skarabeeFile(id: number, sold: Sold): string {
  const energy = sold.EnergyPerformance === undefined ? '' : `<Index>${sold.EnergyPerformance}</Index>`;
  const described = (language: string, text: string | undefined) =>
    text === undefined
      ? ''
      : `<CustomDescription><Code>WEB</Code><Language>${language}</Language><Title>Huis</Title>` +
        `<Description>${text}</Description></CustomDescription>`;
  const pictures = sold.photos.map(
    (url, at) => `<Picture><Index>${at + 1}</Index><URL>${url}</URL><Modified>2026-09-01</Modified></Picture>`,
  );
  return recorded('skarabee.xml')
    .replace('<ID>9001</ID>', `<ID>${id}</ID>`)
    .replace('OPTION_FOR_SALE', 'FOR_SALE')
    .replace(/<HidePrice>\w+</, `<HidePrice>${!sold.PublishPrice}<`)
    .replace(/<Price>[^<]*</, `<Price>${sold.Price}${[',00', '.00', ''][sold.notation % 3]}<`)
    .replace(/<SurfaceLivable>[^<]*</, `<SurfaceLivable>${sold.SurfaceLiving ?? -1}<`)
    .replace('<ConstructionYear>', `<VirtualUrl>${sold.VirtualTour ?? ''}</VirtualUrl><ConstructionYear>`)
    .replace(/<Energy>.*?<\/Energy>/s, `<Energy>${energy}</Energy>`)
    .replace(
      /<CustomDescriptions>.*<\/CustomDescriptions>/s,
      `<CustomDescriptions>${described('NL', TEXT)}${described('FR', sold.French)}</CustomDescriptions>`,
    )
    .replace(/<Pictures>.*<\/Pictures>/s, `<Pictures>${pictures.join('')}</Pictures>`);
}

/** The exports of each vendor that say this of a property. */
export const VENDOR_FILES: Readonly<Record<string, (id: number, sold: Sold) => ExportFile[]>> = {
  csv: (id, sold) => [{ name: 'panden.csv', text: csvFile(id, sold) }],
  whise: (id, sold) => [{ name: 'whise.json', text: whiseFile(id, sold) }],
  omnicasa: omnicasaFiles,
  sweepbright: (_id, sold) => [{ name: `${KEY}.json`, text: sweepbrightFile(sold) }],
  skarabee: (id, sold) => [{ name: 'publication.xml', text: skarabeeFile(id, sold) }],
};
