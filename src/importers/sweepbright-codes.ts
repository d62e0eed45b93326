import type { PriceKind } from './prices.ts';

/** `rent_period` of a rent. */
export const RENT_PERIODS: Readonly<Record<string, PriceKind>> = {
  ...{ month: 'month', quarter: 'quarter', year: 'year', week: 'week' },
};
/** Square metres of a `unit` of a size. */
export const SQUARE_METRES: Readonly<Record<string, number>> = {
  ...{ sq_m: 1, sq_ft: 0.092_903_04, sq_yd: 0.836_127_36, are: 100, hectare: 10_000, acre: 4_046.856_422_4 },
};

/** A `status` of what is not on offer. */
export const OFF_STATES: readonly string[] = ['', 'prospect', 'lost'];
/** What visitors see of a `status`; those of OFF_STATES are not on offer. */
export const STATES: Readonly<Record<string, { Status: number; Marquee: number }>> = {
  available: { Status: 1, Marquee: 0 },
  option: { Status: 1, Marquee: 5 },
  agreement: { Status: 1, Marquee: 5 },
  // The mandate is signed. An agency that means "sold subject to contract" says so in values.Marquee.
  under_contract: { Status: 1, Marquee: 0 },
  bid: { Status: 1, Marquee: 5 },
  sold: { Status: 2, Marquee: 3 },
  rented: { Status: 4, Marquee: 4 },
};

/** `type` as the numbers of property-types.json. */
export const TYPES: Readonly<Record<string, number>> = {
  ...{ house: 1, apartment: 2, commercial: 3, land: 4, office: 6, parking: 7 },
};
/** A `sub_type` that is a type of its own. */
export const SUB_TYPES: Readonly<Record<string, number>> = { investment_property: 5, apartment_block: 5 };

type Choices = Readonly<Record<string, string>>;

export const CONSTRUCTION: Choices = { detached: 'detached', semi_detached: 'semi_detached', terraced: 'terraced' };
/** `features.energy`; the first that is true counts. */
export const HEATING: Choices = { gas: 'gas', fuel: 'oil', heat_pump: 'heat_pump', electricity: 'electric' };
/** `amenities`, which names only what is there. */
export const AMENITIES: Choices = {
  ...{ basement: 'HasCellar', attic: 'HasAttic', lift: 'HasLift', pool: 'HasSwimmingPool' },
};

const CONDITION: Choices = {
  ...{ new: 'new', mint: 'excellent', good: 'good', fair: 'to_refresh', poor: 'to_renovate' },
};
const ELECTRICITY: Choices = {
  ...{ conform: 'compliant', not_conform: 'not_compliant', no_report: '', not_applicable: '' },
};
const ZONING: Choices = {
  residential: 'Wg',
  mixed_residential: 'other',
  industrial: 'Igb',
  recreational: 'other',
  park: 'Pg',
  agricultural_area_with_scenic_value: 'Lwag',
  area_with_economical_activity: 'other',
  area_for_leisure_accomodation: 'Gvr',
  forest_area: 'Bg',
  agricultural: 'Ag',
  nature_area: 'Ng',
  natural_reserve: 'Nr',
  residential_area_with_cultural_historical_value: 'Wche',
  residential_area_with_a_rural_character: 'WgLk',
  residential_expansion_area: 'Wug',
  residential_park: 'Wp',
  industrial_area_for_sme: 'Iab',
  day_recreation_area: 'Gdr',
  other: 'other',
};

/** A field of a property from a path in an estate. */
export interface SweepBrightField {
  field: string;
  path: string;
  choices?: Choices;
}

const same = (fields: Readonly<Record<string, string>>): SweepBrightField[] =>
  Object.entries(fields).map(([field, path]) => ({ field, path }));
const yesNo = (yes: string, no: string): Choices => ({ true: yes, false: no });
const RULES = 'legal.regulations';
const LAND = 'legal.property_and_land';

/** All fields that need no more than a path. */
export const FIELDS: readonly SweepBrightField[] = [
  ...same({
    Price: 'price.amount',
    Street: 'location.street',
    BoxNr: 'location.box',
    Zip: 'location.postal_code',
    GoogleX: 'location.geo.latitude',
    GoogleY: 'location.geo.longitude',
    Floor: 'location.floor',
    EnergyPerformance: 'legal.energy.epc_value',
    EPCLabelText: 'legal.energy.epc_category',
    EPCNumber: 'legal.energy.epc_reference',
    EPCTotalConsumption: 'legal.energy.total_epc_value',
    CO2Emission: 'legal.energy.co2_emissions',
    ELevel: 'legal.energy.e_level',
    VirtualTour: 'virtual_tour_url',
    SurfaceLiving: 'sizes.liveable_area.size',
    SurfaceGround: 'sizes.plot_area.size',
    NumberOfBedRooms: 'bedrooms',
    NumberOfBathRooms: 'bathrooms',
    NumberOfShowerRooms: 'shower_rooms',
    NumberOfToilets: 'toilets',
    NumberOfFloors: 'floors',
    OrientationGarden: 'garden_orientation',
    OrientationTerrace: 'terrace_orientation',
    ConstructionYear: 'building.construction.year',
    RenovationYear: 'building.renovation.year',
    HasSolarPanels: 'features.ecology.solar_panels',
    HasRainwaterTank: 'features.ecology.rainwater_harvesting',
    HasAlarm: 'features.security.alarm',
    HasAirConditioning: 'features.heating_cooling.air_conditioning',
    IsFurnished: 'features.comfort.furnished',
    DateFree: 'occupancy.available_from',
    PScore: `${LAND}.flood_risk_plot_score`,
    GScore: `${LAND}.flood_risk_building_score`,
    CadastralIncome: `${LAND}.cadastral_income`,
    Deposit: 'price_guarantee.amount',
    ChargesRenter: 'price_recurring_costs.amount',
    InventoryCost: 'price_inventory_report_cost.amount',
    AsbestosCode: `${RULES}.asbestos_certificate_reference`,
  }),
  { field: 'Glazing', path: 'features.ecology.double_glazing', choices: yesNo('double', '') },
  { field: 'Condition', path: 'general_condition', choices: CONDITION },
  { field: 'ElectricityInspection', path: 'legal.energy.report_electricity_gas', choices: ELECTRICITY },
  { field: 'Zoning', path: `${LAND}.land_use_designation`, choices: ZONING },
  { field: 'PlanningPermit', path: `${RULES}.building_permit`, choices: yesNo('Vg', 'Gvg') },
  { field: 'AllotmentPermit', path: `${RULES}.subdivision_authorisation`, choices: yesNo('Vv', 'Gvv') },
  { field: 'PreemptionRight', path: `${RULES}.priority_purchase_right`, choices: yesNo('Vkr', 'Gvkr') },
  // That there is a breach does not say which measure was ordered.
  { field: 'JudicialDecision', path: `${RULES}.urban_planning_breach`, choices: yesNo('', 'Gmo') },
  { field: 'Summons', path: `${RULES}.pending_legal_proceedings`, choices: yesNo('', 'none') },
];
