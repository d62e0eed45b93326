import type { LabelKey } from '../../i18n/label-key.ts';

/** How the value of an attribute is written and shown. */
export type AttributeKind =
  | 'area'
  | 'length'
  | 'count'
  | 'year'
  | 'years'
  | 'money'
  | 'monthly'
  | 'text'
  | 'date'
  | 'yesNo'
  | 'choice'
  | 'kWhM2'
  | 'kWh'
  | 'kgCO2'
  | 'number';

/** The panels of the detail page that hold attributes, in their order. */
export const ATTRIBUTE_GROUPS = [
  'layout',
  'building',
  'availability',
  'energy',
  'flood',
  'planning',
  'costs',
  'asbestos',
] as const;
export type AttributeGroup = (typeof ATTRIBUTE_GROUPS)[number];

type Choices = Readonly<Record<string, LabelKey>>;

/** One attribute of a property: the field with its value, its label and the panel that shows it. */
export interface Attribute {
  key: string;
  group: AttributeGroup;
  kind: AttributeKind;
  /** Key of the label that names it. */
  label: LabelKey;
  /** Key of a shorter label, for where it stands under its figure. */
  short?: LabelKey;
  /** Allowed values of a choice, each with the key of its label. */
  choices?: Choices;
  /** Shown only when this holds: field operator value. */
  condition?: string;
  /** What an editor should know. */
  about?: string;
}

const DIRECTIONS: Choices = {
  N: 'NORTH',
  NE: 'NORTH_EAST',
  E: 'EAST',
  SE: 'SOUTH_EAST',
  S: 'SOUTH',
  SW: 'SOUTH_WEST',
  W: 'WEST',
  NW: 'NORTH_WEST',
};
/**
 * Zones of the Flemish plans, by the abbreviations that adverts use, and of the Brussels plan (PRAS/GBP): adverts there
 * use its terms (CoBAT art. 281).
 */
const ZONES: Choices = {
  Wg: 'ZONING_WG',
  WgLk: 'ZONING_WGLK',
  Wche: 'ZONING_WCHE',
  Wp: 'ZONING_WP',
  Wug: 'ZONING_WUG',
  Igb: 'ZONING_IGB',
  Iab: 'ZONING_IAB',
  Gdr: 'ZONING_GDR',
  Gvr: 'ZONING_GVR',
  Ag: 'ZONING_AG',
  Lwag: 'ZONING_LWAG',
  Bg: 'ZONING_BG',
  Ng: 'ZONING_NG',
  Nr: 'ZONING_NR',
  Pg: 'ZONING_PG',
  PrasHab: 'ZONING_PRASHAB',
  PrasRes: 'ZONING_PRASRES',
  PrasMix: 'ZONING_PRASMIX',
  PrasDense: 'ZONING_PRASDENSE',
  other: 'ZONING_OTHER',
};
const FLOOD_CLASSES: Choices = { A: 'FLOOD_CLASS_A', B: 'FLOOD_CLASS_B', C: 'FLOOD_CLASS_C', D: 'FLOOD_CLASS_D' };

/**
 * Every further attribute of a property, in display order. The detail page, the importer, the schemas and the tests
 * read this one list; new attributes are added here.
 */
export const ATTRIBUTES: readonly Attribute[] = [
  { key: 'SurfaceTotal', group: 'layout', kind: 'area', label: 'SURFACE_TOTAL' },
  { key: 'SurfaceLiving', group: 'layout', kind: 'area', label: 'SURFACE_LIVING', short: 'KEY_LIVING' },
  { key: 'SurfaceGround', group: 'layout', kind: 'area', label: 'SURFACE_GROUND', short: 'KEY_GROUND' },
  { key: 'SurfaceConstructed', group: 'layout', kind: 'area', label: 'SURFACE_CONSTRUCTED' },
  { key: 'SurfaceOffice', group: 'layout', kind: 'area', label: 'SURFACE_OFFICE' },
  { key: 'SurfaceShop', group: 'layout', kind: 'area', label: 'SURFACE_SHOP' },
  { key: 'SurfaceStore', group: 'layout', kind: 'area', label: 'SURFACE_STORAGE' },
  { key: 'SurfaceLivingRoom', group: 'layout', kind: 'area', label: 'SURFACE_LIVING_ROOM' },
  { key: 'SurfaceKitchen', group: 'layout', kind: 'area', label: 'SURFACE_KITCHEN' },
  { key: 'SurfaceTerrace', group: 'layout', kind: 'area', label: 'SURFACE_TERRACE', short: 'KEY_TERRACE' },
  { key: 'OrientationTerrace', group: 'layout', kind: 'choice', label: 'ORIENTATION_TERRACE', choices: DIRECTIONS },
  { key: 'SurfaceGarden', group: 'layout', kind: 'area', label: 'SURFACE_GARDEN' },
  { key: 'OrientationGarden', group: 'layout', kind: 'choice', label: 'ORIENTATION_GARDEN', choices: DIRECTIONS },
  { key: 'FacadeWidth', group: 'layout', kind: 'length', label: 'FACADE_WIDTH' },
  { key: 'PlotWidth', group: 'layout', kind: 'length', label: 'PLOT_WIDTH' },
  { key: 'PlotDepth', group: 'layout', kind: 'length', label: 'PLOT_DEPTH' },
  { key: 'NumberOfBedRooms', group: 'layout', kind: 'count', label: 'BEDROOMS' },
  { key: 'NumberOfBathRooms', group: 'layout', kind: 'count', label: 'BATHROOMS' },
  { key: 'NumberOfShowerRooms', group: 'layout', kind: 'count', label: 'SHOWER_ROOMS' },
  { key: 'NumberOfToilets', group: 'layout', kind: 'count', label: 'TOILETS' },
  { key: 'NumberOfGarages', group: 'layout', kind: 'count', label: 'GARAGES' },
  { key: 'NumberOfParkings', group: 'layout', kind: 'count', label: 'PARKINGS', short: 'KEY_PARKINGS' },
  { key: 'NumberOfFloors', group: 'layout', kind: 'count', label: 'FLOORS_COUNT' },
  { key: 'Floor', group: 'layout', kind: 'number', label: 'FLOOR', about: '0 is the ground floor' },
  { key: 'HasCellar', group: 'layout', kind: 'yesNo', label: 'CELLAR' },
  { key: 'HasAttic', group: 'layout', kind: 'yesNo', label: 'ATTIC' },

  {
    key: 'Construction',
    group: 'building',
    kind: 'choice',
    label: 'CONSTRUCTION',
    choices: {
      detached: 'CONSTRUCTION_DETACHED',
      semi_detached: 'CONSTRUCTION_SEMI_DETACHED',
      terraced: 'CONSTRUCTION_TERRACED',
    },
  },
  { key: 'ConstructionYear', group: 'building', kind: 'year', label: 'CONSTRUCTION_YEAR', short: 'KEY_YEAR' },
  { key: 'RenovationYear', group: 'building', kind: 'year', label: 'RENOVATION_YEAR' },
  {
    key: 'Condition',
    group: 'building',
    kind: 'choice',
    label: 'CONDITION',
    choices: {
      new: 'CONDITION_NEW',
      excellent: 'CONDITION_EXCELLENT',
      good: 'CONDITION_GOOD',
      to_refresh: 'CONDITION_TO_REFRESH',
      to_renovate: 'CONDITION_TO_RENOVATE',
      renovated: 'CONDITION_RENOVATED',
      to_demolish: 'CONDITION_TO_DEMOLISH',
      to_build: 'CONDITION_TO_BUILD',
    },
  },
  {
    key: 'Heating',
    group: 'building',
    kind: 'choice',
    label: 'HEATING',
    choices: {
      gas: 'HEATING_GAS',
      oil: 'HEATING_OIL',
      electric: 'HEATING_ELECTRIC',
      heat_pump: 'HEATING_HEAT_PUMP',
      pellets: 'HEATING_PELLETS',
      district: 'HEATING_DISTRICT',
      collective: 'HEATING_COLLECTIVE',
    },
  },
  {
    key: 'Glazing',
    group: 'building',
    kind: 'choice',
    label: 'GLAZING',
    choices: { single: 'GLAZING_SINGLE', double: 'GLAZING_DOUBLE', triple: 'GLAZING_TRIPLE' },
  },
  { key: 'HasLift', group: 'building', kind: 'yesNo', label: 'LIFT' },
  { key: 'HasSolarPanels', group: 'building', kind: 'yesNo', label: 'SOLAR_PANELS' },
  { key: 'HasRainwaterTank', group: 'building', kind: 'yesNo', label: 'RAINWATER_TANK' },
  { key: 'HasAlarm', group: 'building', kind: 'yesNo', label: 'ALARM' },
  { key: 'HasAirConditioning', group: 'building', kind: 'yesNo', label: 'AIR_CONDITIONING' },
  { key: 'HasSwimmingPool', group: 'building', kind: 'yesNo', label: 'SWIMMING_POOL' },
  { key: 'IsWheelchairAccessible', group: 'building', kind: 'yesNo', label: 'WHEELCHAIR_ACCESSIBLE' },

  {
    key: 'Availability',
    group: 'availability',
    kind: 'choice',
    label: 'AVAILABILITY',
    choices: { immediately: 'AVAILABLE_IMMEDIATELY', at_deed: 'AVAILABLE_AT_DEED', to_agree: 'AVAILABLE_TO_AGREE' },
  },
  { key: 'DateFree', group: 'availability', kind: 'date', label: 'AVAILABLE_FROM' },
  {
    key: 'LeaseYears',
    group: 'availability',
    kind: 'years',
    label: 'LEASE_YEARS',
    condition: 'Goal != 0',
    about: 'Term of the lease in years; 0 when not a number',
  },
  { key: 'IsFurnished', group: 'availability', kind: 'yesNo', label: 'FURNISHED' },
  { key: 'PetsAllowed', group: 'availability', kind: 'yesNo', label: 'PETS_ALLOWED', condition: 'Goal != 0' },

  {
    key: 'EPCNumber',
    group: 'energy',
    kind: 'text',
    label: 'EPC_NUMBER',
    about: 'Number of the certificate, 20241108-0003187-RES-1',
  },
  {
    key: 'EPCTotalConsumption',
    group: 'energy',
    kind: 'kWh',
    label: 'EPC_TOTAL_CONSUMPTION',
    about: 'Total primary consumption in kWh a year',
  },
  { key: 'CO2Emission', group: 'energy', kind: 'kgCO2', label: 'CO2_EMISSIONS', about: 'kg CO2 per m2 and year' },
  { key: 'ELevel', group: 'energy', kind: 'number', label: 'E_LEVEL', about: 'New build in Flanders' },
  {
    key: 'InsulationClass',
    group: 'energy',
    kind: 'text',
    label: 'ENERGY_CLASS_INSULATION',
    condition: 'CountryID = 50',
  },
  { key: 'EPCExpiryDate', group: 'energy', kind: 'date', label: 'EPC_EXPIRY_DATE' },
  {
    key: 'ElectricityInspection',
    group: 'energy',
    kind: 'choice',
    label: 'ELECTRICITY_CERTIFICATE',
    choices: { compliant: 'ELECTRICITY_COMPLIANT', not_compliant: 'ELECTRICITY_NOT_COMPLIANT' },
  },

  {
    key: 'PScore',
    group: 'flood',
    kind: 'choice',
    label: 'P_SCORE',
    choices: FLOOD_CLASSES,
    about: 'Flood class of the plot, Flanders',
  },
  {
    key: 'GScore',
    group: 'flood',
    kind: 'choice',
    label: 'G_SCORE',
    choices: FLOOD_CLASSES,
    about: 'Flood class of the building, Flanders, only if built',
  },
  {
    key: 'FloodZone',
    group: 'flood',
    kind: 'choice',
    label: 'FLOOD_ZONE',
    choices: { delimited: 'FLOOD_ZONE_DELIMITED', riparian: 'FLOOD_RIPARIAN_ZONE', none: 'FLOOD_ZONE_NONE' },
  },

  {
    key: 'Zoning',
    group: 'planning',
    kind: 'choice',
    label: 'ZONING',
    choices: ZONES,
  },
  {
    key: 'PlanningPermit',
    group: 'planning',
    kind: 'choice',
    label: 'PLANNING_PERMIT',
    choices: { Vg: 'PLANNING_PERMIT_YES', Gvg: 'PLANNING_PERMIT_NO', requested: 'PLANNING_REQUESTED' },
  },
  {
    key: 'AllotmentPermit',
    group: 'planning',
    kind: 'choice',
    label: 'ALLOTMENT_PERMIT',
    choices: { Vv: 'ALLOTMENT_PERMIT_YES', Gvv: 'ALLOTMENT_PERMIT_NO' },
  },
  {
    key: 'PreemptionRight',
    group: 'planning',
    kind: 'choice',
    label: 'PREEMPTION_RIGHT',
    choices: { Vkr: 'PREEMPTION_RIGHT_YES', Gvkr: 'PREEMPTION_RIGHT_NO' },
  },
  {
    key: 'Summons',
    group: 'planning',
    kind: 'choice',
    label: 'SUMMONS',
    choices: { Dv: 'SUMMONS_YES', none: 'SUMMONS_NONE' },
  },
  {
    key: 'JudicialDecision',
    group: 'planning',
    kind: 'choice',
    label: 'JUDICIAL_DECISION',
    choices: {
      Ho: 'JUDICIAL_MEASURE_YES',
      Bo: 'ADMINISTRATIVE_COERCION',
      Lod: 'PENALTY_PAYMENT_ORDER',
      Ms: 'AMICABLE_SETTLEMENT',
      Gmo: 'JUDICIAL_MEASURE_NONE',
    },
  },
  {
    key: 'Heritage',
    group: 'planning',
    kind: 'choice',
    label: 'HERITAGE',
    choices: { protected: 'HERITAGE_PROTECTED', inventory: 'HERITAGE_INVENTORY', none: 'HERITAGE_NONE' },
  },

  { key: 'ChargesRenter', group: 'costs', kind: 'monthly', label: 'CHARGES_RENTER', condition: 'Goal != 0' },
  { key: 'CommonCharges', group: 'costs', kind: 'monthly', label: 'COMMON_CHARGES' },
  { key: 'PrivateCharges', group: 'costs', kind: 'monthly', label: 'PRIVATE_CHARGES' },
  { key: 'HasIndividualMeters', group: 'costs', kind: 'yesNo', label: 'INDIVIDUAL_METERS' },
  { key: 'ChargesOwner', group: 'costs', kind: 'monthly', label: 'CHARGES_OWNER' },
  { key: 'Deposit', group: 'costs', kind: 'money', label: 'DEPOSIT', condition: 'Goal != 0' },
  { key: 'InventoryCost', group: 'costs', kind: 'money', label: 'INVENTORY_COST', condition: 'Goal != 0' },
  { key: 'AgencyCost', group: 'costs', kind: 'money', label: 'AGENCY_COST' },
  { key: 'RegistrationRights', group: 'costs', kind: 'money', label: 'REGISTRATION_DUTIES', condition: 'Goal = 0' },
  { key: 'NotaryFees', group: 'costs', kind: 'money', label: 'NOTARY_FEES', condition: 'Goal = 0' },
  {
    key: 'VAT',
    group: 'costs',
    kind: 'choice',
    label: 'VAT',
    choices: { regime: 'VAT_REGIME', included: 'VAT_INCLUDED', excluded: 'VAT_EXCLUDED', none: 'VAT_NONE' },
  },
  { key: 'CadastralIncome', group: 'costs', kind: 'money', label: 'CADASTRAL_INCOME' },
  { key: 'CadastralIncomeIndexed', group: 'costs', kind: 'money', label: 'CADASTRAL_INCOME_INDEXED' },

  {
    key: 'AsbestosType',
    group: 'asbestos',
    kind: 'choice',
    label: 'ASBESTOS_TYPE',
    choices: {
      safe: 'ASBESTOS_SAFE',
      not_safe: 'ASBESTOS_NOT_SAFE',
      free: 'ASBESTOS_FREE',
      not_required: 'ASBESTOS_NOT_REQUIRED',
    },
  },
  { key: 'AsbestosDate', group: 'asbestos', kind: 'date', label: 'ASBESTOS_DATE' },
  { key: 'AsbestosCode', group: 'asbestos', kind: 'text', label: 'ASBESTOS_CODE' },
];
