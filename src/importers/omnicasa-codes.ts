/** Numbers of languages. */
export const LANGUAGES: Readonly<Record<string, string>> = { '1': 'nl', '2': 'fr', '3': 'en', '4': 'de' };
/** Field names of the export that differ from ours; settings/import.json adds those that are not documented. */
export const FIELDS: Readonly<Record<string, string>> = {
  Ident: 'RecordFile',
  KitchenName: '',
  NumberOfShowers: 'NumberOfShowerRooms',
  ConditionID: 'Condition',
  ConstructionID: 'Construction',
  WindowGlazing: 'Glazing',
  RearOrientation: 'OrientationGarden',
  HasFurnished: 'IsFurnished',
  ManagerName: 'Manager',
};
/** Numeric codes of the export, with the choice each one means. */
export const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Condition: {
    1: 'good',
    2: 'new',
    3: 'to_build',
    4: 'to_renovate',
    5: 'renovated',
    6: 'to_renovate',
    7: 'renovated',
    8: 'to_demolish',
    9: 'to_refresh',
  },
  Construction: { 1: 'detached', 2: 'terraced', 3: 'semi_detached' },
  OrientationGarden: { 1: 'E', 2: 'W', 3: 'S', 4: 'N', 5: 'SW', 6: 'SE', 7: 'NW', 8: 'NE' },
  Glazing: { 1: 'single', 2: 'double', 3: 'triple' },
};
/** Our field of a coded one, with the choice that each code means. */
interface Coded {
  ours: string;
  choices: Readonly<Record<string, string>>;
}

/**
 * Coded fields of which the names in a response are not public, with the choice that each code means. Codes that mean
 * nothing to visitors are empty.
 */
const CODED = {
  FreeAvailable: {
    ours: 'Availability',
    choices: { 1: 'at_deed', 2: '', 3: 'to_agree', 4: '', 5: 'immediately', 6: '', 7: '' },
  },
  HeatingB: {
    ours: 'Heating',
    choices: {
      2: 'electric',
      3: 'gas',
      4: 'oil',
      8: 'oil',
      9: 'gas',
      13: 'electric',
      15: 'heat_pump',
      17: 'pellets',
    },
  },
  Heating: { ours: 'Heating', choices: { 2: 'collective', 8: 'collective' } },
  AreaApplication: {
    ours: 'Zoning',
    choices: {
      ...{ 1: 'Wg', 2: 'other', 3: 'other', 4: 'Igb', 5: 'other', 6: 'other', 7: 'Bg', 8: 'Ag', 9: 'other' },
      ...{ 10: 'other', 11: 'Pg', 12: 'Ng', 13: 'other', 14: 'Gdr', 15: 'other', 16: 'other', 17: 'Lwag' },
      ...{ 18: 'Nr', 19: 'Wche', 20: 'Wp', 21: 'Wug', 22: 'WgLk', 23: 'Gvr' },
    },
  },
} satisfies Readonly<Record<string, Coded>>;
/** The coded fields by their name in lower case, with the variants that clients know. */
export const CODES = new Map(
  Object.entries<Coded>({ ...CODED, Available: CODED.FreeAvailable }).flatMap(([theirs, coded]) =>
    [theirs, `${theirs}ID`].map((name) => [name.toLowerCase(), coded] as const),
  ),
);
/** Lists of photographs, the largest first. */
export const PICTURES = [
  'XLargePictureItems',
  'LargePictureItems',
  'LargePictures',
  'MediumPictureItems',
  'MediumPictures',
  'SmallPictureItems',
  'SmallPictures',
  'LargePicture',
];
