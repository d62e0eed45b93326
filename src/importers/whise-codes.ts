/** Types of Whise (`category.id`) as the numbers of property-types.json. Industry has no type of its own. */
export const CATEGORIES: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 4, 4: 6, 5: 3, 6: 3, 7: 7 };
/** An apartment block is a building, although its category is a house. */
export const SUB_CATEGORIES: Readonly<Record<number, number>> = { 3: 5 };

/** `purpose.id` as a Goal: for sale, for rent, as a life annuity. */
export const PURPOSES: Readonly<Record<number, number>> = { 1: 0, 2: 1, 3: 0 };

/** What visitors see of a state of Whise (`purposeStatus.id`); those of OFF_STATES are not on offer. */
export const STATES: Readonly<Record<number, 'active' | 'option' | 'sold' | 'rented'>> = {
  1: 'active',
  2: 'active',
  3: 'sold',
  4: 'rented',
  5: 'option',
  6: 'option',
  12: 'option',
  13: 'option',
  14: 'option',
  15: 'active',
  16: 'option',
  17: 'sold',
  21: 'option',
  22: 'option',
};
/** `purposeStatus.id` of what is not on offer. */
export const OFF_STATES: ReadonlySet<number> = new Set([8, 9, 10, 11, 19, 20, 23, 24, 25, 26, 27, 28]);
/** `displayStatusId`: offline, and realisations, which are shown only while they are sold or rented. */
export const OFFLINE = 1;
export const REALISATION = 4;
/** `status.id` of properties that are on offer. */
export const ACTIVE = 1;

/** The field with the URL of a virtual tour. */
export const TOUR = 'linkVirtualVisit';

/** `state.id`, the condition of a building. */
export const CONDITIONS: Readonly<Record<number, string>> = {
  ...{ 1: 'new', 2: 'excellent', 3: 'good', 4: 'good', 5: 'to_refresh', 6: 'to_renovate', 7: 'to_renovate' },
  ...{ 8: 'to_demolish', 11: 'to_build', 12: 'to_renovate', 13: 'new', 14: 'to_refresh', 15: 'renovated' },
  ...{ 16: 'to_build', 18: 'to_build', 19: 'to_build', 20: 'new', 21: 'new', 22: 'to_build' },
  ...{ 9: '', 10: '', 17: '', 23: '', 24: '' },
};
/** `availability.id`. */
export const AVAILABILITIES: Readonly<Record<number, string>> = {
  ...{ 1: 'at_deed', 2: 'to_agree', 3: 'to_agree', 5: 'immediately', 6: 'to_agree', 7: 'to_agree' },
};
/** `fronts`: the number of fronts; the reading is inferred. */
export const CONSTRUCTIONS: Readonly<Record<number, string>> = { 2: 'terraced', 3: 'semi_detached', 4: 'detached' };

type Choices = Readonly<Record<number, string>>;

const HEATING: Choices = {
  ...{ 639: 'collective', 659: 'gas', 660: 'gas', 661: 'oil', 662: 'electric', 667: 'heat_pump', 668: 'gas' },
  ...{ 669: 'oil', 670: 'gas', 671: 'oil', 674: 'district', 675: 'electric', 1000: 'pellets', 1168: 'oil' },
  1490: 'heat_pump',
};
const ZONING: Choices = {
  ...{ 1: 'Ag', 2: 'other', 3: 'other', 4: 'other', 5: 'Bg', 6: 'Igb', 7: 'Gdr', 8: 'Gvr', 9: 'other', 10: 'Ng' },
  ...{ 11: 'Pg', 12: 'Wg', 13: 'Wche', 14: 'Wp', 15: 'Wug', 16: 'other', 17: 'Nr', 18: 'Lwag', 19: 'Iab' },
  ...{ 999: 'WgLk', 1839: 'other', 1871: 'other' },
};
const SUMMONS: Choices = { 1832: 'Dv', 1837: 'none' };
/** The names match; the letters are inferred. */
const JUDICIAL_DECISION: Choices = { 1833: 'Ho', 1834: 'Bo', 1835: 'Lod', 1836: 'Ms', 1837: 'Gmo' };
const FLOOD_ZONE: Choices = { 1231: 'delimited', 1232: 'riparian' };

/** How a detail becomes a value: as it is, a date of the United States, yes or no in words, or by its enumeration. */
export interface Detail {
  field: string;
  date?: true;
  yesNo?: readonly [yes: string, no: string];
  choices?: Choices;
}

const same = (fields: Readonly<Record<number, string>>): [number, Detail][] =>
  Object.entries(fields).map(([id, field]) => [Number(id), { field }]);

/** Details of Whise by their number. Two of them may decide the same field; the first one that is filled counts. */
export const DETAILS: readonly (readonly [number, Detail])[] = [
  ...same({
    ...{ 14: 'ConstructionYear', 15: 'NumberOfFloors', 19: 'NumberOfGarages', 22: 'IsWheelchairAccessible' },
    ...{ 26: 'PlotWidth', 27: 'SurfaceConstructed', 43: 'HasAirConditioning', 55: 'NumberOfToilets' },
    ...{ 57: 'NumberOfShowerRooms', 301: 'ChargesRenter', 322: 'HasSwimmingPool', 372: 'HasLift' },
    ...{ 496: 'CadastralIncomeIndexed', 585: 'RenovationYear', 713: 'FacadeWidth', 718: 'PlotDepth' },
    ...{ 874: 'SurfaceTerrace', 1009: 'SurfaceLivingRoom', 1733: 'CadastralIncome', 1752: 'HasAlarm' },
    ...{ 1764: 'PetsAllowed', 1773: 'HasRainwaterTank', 1849: 'GoogleX', 1850: 'GoogleY' },
    ...{ 1914: 'TypeDescription', 2056: 'EPCLabelText', 2089: 'EnergyPerformance', 2090: 'CO2Emission' },
    ...{ 2390: 'EPCTotalConsumption', 2391: 'EPCNumber' },
  }),
  [461, { field: 'Glazing', yesNo: ['double', ''] }],
  [574, { field: 'VAT', yesNo: ['regime', ''] }],
  [808, { field: 'PlanningPermit', yesNo: ['Vg', 'Gvg'] }],
  [812, { field: 'AllotmentPermit', yesNo: ['Vv', 'Gvv'] }],
  [1734, { field: 'PreemptionRight', yesNo: ['Vkr', 'Gvkr'] }],
  [2776, { field: 'EPCExpiryDate', date: true }],
  [1020, { field: 'Heating', choices: HEATING }],
  [53, { field: 'Heating', choices: HEATING }],
  [1736, { field: 'Zoning', choices: ZONING }],
  [2223, { field: 'FloodZone', choices: FLOOD_ZONE }],
  [2712, { field: 'Summons', choices: SUMMONS }],
  [2712, { field: 'JudicialDecision', choices: JUDICIAL_DECISION }],
];
/** Details that are added up. */
export const SUMS: Readonly<Record<string, readonly number[]>> = {
  NumberOfParkings: [998, 999],
  SurfaceOffice: [1494, 1495, 1496],
};

/** `country.id`, as the plugin immo-sync-whise lists it. */
export const COUNTRY_CODES: Readonly<Record<number, string>> = {
  ...{ 1: 'BE', 2: 'NL', 3: 'FR', 4: 'DE', 5: 'LU', 6: 'GB', 7: 'ES', 8: 'IT', 9: 'PT' },
  ...{ 10: 'DK', 11: 'SE', 12: 'NO', 13: 'FI', 20: 'CH', 21: 'US', 22: 'CA', 23: 'AT', 26: 'CZ' },
  ...{ 27: 'SK', 29: 'RO', 30: 'GR', 31: 'CY', 32: 'BG', 35: 'AL', 58: 'BA', 68: 'CV', 83: 'HR' },
  ...{ 87: 'DO', 89: 'EG', 93: 'EE', 120: 'HU', 126: 'IE', 140: 'LV', 145: 'LI', 146: 'LT', 147: 'LU' },
  ...{ 149: 'MK', 155: 'MT', 161: 'MX', 164: 'MC', 166: 'ME', 168: 'MA', 193: 'PL', 209: 'SN', 210: 'RS' },
  ...{ 213: 'SI', 216: 'ZA', 227: 'TH', 233: 'TN', 234: 'TR', 240: 'AE' },
};
