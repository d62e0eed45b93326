import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The same text in every language of the test site, so that it is found whatever page is read. */
const everywhere = (text: string) => Object.fromEntries(LANGUAGES.map((code) => [code, `${text} ${code}`]));

export const LANGUAGES = ['nl', 'fr', 'en', 'de'] as const;

/** Text that breaks out of careless HTML, JSON-LD and attributes. */
export const HOSTILE = '</script><img src=x onerror=alert(1)>"\'&amp;<b>';

/** Text that careless templates would run. */
export const CODE = '{{constructor}} $' + '{7*7} <%= 7*7 %>';

/** Identifiers of tags, which the agency of the tests has none of. */
export const TAGS = { tagManager: 'GTM-TEST123', pixel: '1234567890' };

/** Properties that the agency of the tests does not have; the tests use their numbers. */
export const HOSTILE_PROPERTY = 99001;
export const BARE_PROPERTY = 99002;
export const DUTCH_PROPERTY = 99003;
export const HIDDEN_PROPERTY = 99004;
export const SPANISH_PROPERTY = 99005;
export const LONDON_PROPERTY = 99006;
export const HIDDEN_PROJECT = 599;

/** Streets and figures that may be read nowhere. */
export const SECRETS = {
  street: 'Verborgenlaan',
  number: '7743',
  price: 987654,
  latitude: 50.9391357,
  longitude: 4.3724681,
};

/** The styles of the list of properties for sale only. */
export const OWN_STYLE = '.count { letter-spacing: 0.5px }';

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
/** Rows for addresses without a page, and for addresses below which there are pages. */
export const OLD_ADDRESSES = [
  { from: '/nl/oud/', to: '/nl/contact/' },
  { from: '/oud.html', to: '/nl/contact/' },
  { from: '/oude-map/', below: true, to: '/nl/contact/' },
  { from: '/nl/over-ons/', below: true, to: '/nl/contact/' },
  { from: '/nl/testimonials/', below: true, to: '/nl/contact/' },
  { from: '/nl/m/', below: true, to: '/nl/contact/' },
  { from: '/nl/te-koop/feed.xml', to: '/nl/contact/' },
  { from: '/nl/voorgoed-weg/' },
];

const write = (path: string, data: unknown) => writeFileSync(path, JSON.stringify(data, null, 2));

/** Adds to a copied content folder what the agency of the tests lacks: odd pages and properties, four languages. */
export function addOddContent(contentDir: string): void {
  write(join(contentDir, 'settings/redirects.json'), { redirects: OLD_ADDRESSES });
  const site = json(join(contentDir, 'settings/site.json'));
  write(join(contentDir, 'settings/site.json'), { ...site, defaultLanguage: 'nl', enabledLanguages: LANGUAGES });
  write(join(contentDir, 'settings/tracking.json'), TAGS);
  for (const page of pages()) write(join(contentDir, 'menu', `${page.id}.json`), page);
  const list = json(join(contentDir, 'menu/for-sale.json'));
  write(join(contentDir, 'menu/for-sale.json'), { ...list, params: { ...list.params, css: OWN_STYLE } });

  const pattern = json(join(contentDir, 'properties/35187.json'));
  const property = (ID: number, changes: Record<string, unknown>) =>
    write(join(contentDir, 'properties', `${ID}.json`), {
      ...pattern,
      ID,
      RecordFile: String(ID),
      Documents: [],
      ...changes,
    });
  property(HOSTILE_PROPERTY, {
    TypeDescription: everywhere(HOSTILE),
    DescriptionA: everywhere(`${HOSTILE} ${CODE}`),
    MarqueeName: everywhere(HOSTILE),
    PriceUnitText: everywhere(HOSTILE),
    MainTypeName: everywhere(HOSTILE),
    EPCNumber: HOSTILE,
    AsbestosCode: HOSTILE,
    Street: HOSTILE,
    RecordFile: 'A"><b>1',
  });
  property(BARE_PROPERTY, {
    XLargePictureItems: [],
    XLargePictureItem: undefined,
    TypeDescription: undefined,
    DescriptionA: undefined,
    MainTypeName: everywhere('Kaal huis'),
    EnergyPerformance: 411,
    Price: 0,
  });
  property(DUTCH_PROPERTY, {
    TypeDescription: { nl: 'Alleen in het Nederlands' },
    DescriptionA: { nl: 'Enkel Nederlandse tekst.' },
  });
  property(HIDDEN_PROPERTY, {
    TypeDescription: everywhere('Geheim'),
    DescriptionA: everywhere('Geheim huis'),
    PublishAddress: false,
    Street: SECRETS.street,
    HouseNumber: SECRETS.number,
    BoxNr: '77X',
    GoogleX: SECRETS.latitude,
    GoogleY: SECRETS.longitude,
    PublishPrice: false,
    Price: SECRETS.price,
    PreviousPrice: SECRETS.price + 1000,
    SurfaceLiving: 100,
  });
  const cities = join(contentDir, 'cities.json');
  const abroad = (Zip: string, name: string, CountryID: number, [Latitude, Longitude]: readonly [number, number]) => {
    const City = Object.fromEntries(LANGUAGES.map((code) => [code, name]));
    write(cities, [...json(cities), { Zip, Name: City, CountryID, Latitude, Longitude }]);
    return { ...{ Zip, City, CountryID, GoogleX: Latitude, GoogleY: Longitude }, CountryName: undefined };
  };
  property(SPANISH_PROPERTY, {
    ...abroad('03700', 'Denia', 32, [38.84, 0.1]),
    ...{ TypeDescription: everywhere('Villa'), DescriptionA: everywhere('Aan zee.'), Street: 'Calle Mayor' },
    ...{ EPCLabelText: 'C', Price: 1450, Goal: 1 },
  });
  property(LONDON_PROPERTY, {
    ...abroad('NW1 4NP', 'London', 36, [51.53, -0.15]),
    ...{ TypeDescription: undefined, DescriptionA: everywhere('Aan het park.'), Street: 'Park Road', Goal: 1 },
    ...{ Price: 2600, Currency: 'GBP', ChargesRenter: 100, Deposit: 5200 },
  });
  const project = json(join(contentDir, 'projects/801.json'));
  write(join(contentDir, 'projects', `${HIDDEN_PROJECT}.json`), {
    ...project,
    ID: HIDDEN_PROJECT,
    // Its units are those of another project.
    Elevation: undefined,
    TypeDescription: everywhere('Stil project'),
    DescriptionA: everywhere('Nog geheim'),
    ExternalWeb: 'www.stil.example',
    PublicAddress: false,
    Street: SECRETS.street,
    HouseNumber: SECRETS.number,
    GoogleX: SECRETS.latitude,
    GoogleY: SECRETS.longitude,
  });
}

function pages() {
  const page = (id: string, params: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
    id,
    name: everywhere(id),
    path: Object.fromEntries(LANGUAGES.map((code) => [code, `${id}-${code}`])),
    status: 'Published',
    createDate: '2026-11-01',
    sort: 900,
    inMenu: false,
    params: {
      title: everywhere(`Title of ${id}`),
      content: everywhere(`Text of ${id}`),
      metadata: { metadataDescription: everywhere(`About ${id}`) },
      ...params,
    },
    ...more,
  });
  return [
    page('shared', {
      metadata: {
        metadataDescription: everywhere('About shared'),
        twitterTitle: everywhere('Short title'),
        twitterImage: { src: 'photos/photo-02.jpg', alt: everywhere('Photo'), width: 1200, height: 800 },
      },
    }),
    page('styled', { css: 'h1 { color: rgb(1, 2, 3) } /* own */' }),
    page('draft-plan', {}, { status: 'Draft', inMenu: true }),
    page('below-draft-plan', {}, { inMenu: true, parentId: 'draft-plan' }),
    page('archived-plan', {}, { status: 'Archived', inMenu: true, parentId: 'advice' }),
    page('unlisted', { isActiveSEO: false }),
    page('no-way', {
      showBreadCrumb: false,
      description: { text: everywhere('MemoisedFragment words'), public: false },
    }),
    page('no-banner', {
      showPageBanner: false,
      banner: { type: 'color', color: 'action', title: { text: everywhere('Banner words'), public: true } },
    }),
    page('quiet-banner', {
      showPageBanner: true,
      banner: {
        type: 'color',
        color: 'action',
        title: { text: everywhere('Loud words'), public: true },
        description: { text: everywhere('Silent words'), public: false },
      },
    }),
    page(
      'below',
      {},
      { parentId: 'styled', path: Object.fromEntries(LANGUAGES.map((code) => [code, `child-${code}`])) },
    ),
    page('hidden-module', {
      modules: [
        { id: 'off', relationType: 'contact', view: 'contact', status: 'Hidden', title: everywhere('Module off') },
        {
          id: 'never',
          relationType: 'contact',
          view: 'contact',
          title: everywhere('Module never'),
          condition: 'sale < 0',
        },
        {
          id: 'shown',
          relationType: 'contact',
          view: 'contact',
          title: everywhere('Module on'),
          condition: 'sale > 0',
        },
      ],
    }),
    page('markup', {
      content: {
        nl: '<script>alert(1)</script> [klik](javascript:alert(1)) <img src=x onerror=alert(1)>',
        fr: 'x',
        en: 'x',
        de: 'x',
      },
    }),
  ];
}
