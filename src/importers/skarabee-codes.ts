import type { PriceKind } from './prices.ts';

/** `Property.PriceType` (WSDL, EPriceType); null says nothing about the kind. */
export const PRICE_TYPES: Readonly<Record<string, PriceKind | null>> = {
  ...{ TOTAL: 'total', PRICE_PER_MONTH: 'month', PRICE_PER_YEAR: 'year' },
  ...{ PER_M2: 'm2', M2_PER_MONTH: 'm2-month', M2_PER_YEAR: 'm2-year', UNDEFINED: null },
};

/** `Property.Status` (WSDL) of what is not on offer; UNDEFINED and none are not either. */
export const OFF_STATES = /^(?:|\w+_ORDER_ENDED|PROSPECT_\w+|PRICING|IN_MANAGEMENT)$/;
/** `Property.Status` of what is on offer. */
export const STATES: Readonly<Record<string, { Goal: number; Status: number; Marquee: number }>> = {
  FOR_SALE: { Goal: 0, Status: 1, Marquee: 0 },
  FOR_RENT: { Goal: 1, Status: 1, Marquee: 0 },
  OPTION_FOR_SALE: { Goal: 0, Status: 1, Marquee: 5 },
  OPTION_FOR_RENT: { Goal: 1, Status: 1, Marquee: 5 },
  SOLD: { Goal: 0, Status: 2, Marquee: 3 },
  RENTED: { Goal: 1, Status: 4, Marquee: 4 },
};

/** `Property.FlowStatus` where it says more than the status: under option, or not on offer for now. */
export const FLOWS: Readonly<Record<string, 'option' | 'held'>> = {
  ...{ FOR_SALE_RESERVED: 'option', TO_COMPLETE_OPTION_FOR_SALE: 'option', SOLD_UNDER_RESERVE: 'option' },
  ...{ TO_COMPLETE_FOR_SALE: 'option', FOR_RENT_RESERVED: 'option', TO_COMPLETE_FOR_RENT: 'option' },
  ...{ FOR_SALE_ON_HOLD: 'held', FOR_RENT_ON_HOLD: 'held', PREPARATION_FOR_SALE: 'held', PREPARATION_FOR_RENT: 'held' },
};

/** `Typo.Sort` as the numbers of property-types.json. Industry has no type of its own. */
export const SORTS: Readonly<Record<string, number>> = {
  ...{ Dwelling: 1, Flat: 2, ServiceFlat: 2, Room: 2, Land: 4, ProfessionalLand: 4, Parking: 7, Office: 6 },
  ...{ Shop: 3, Catering: 3, Industry: 3, ProfessionalOther: 3 },
};

type Choices = Readonly<Record<string, string>>;

const CONDITION: Choices = {
  ...{ READY_FOR_ENTRY: 'good', NORMAL: 'good', LUXURY_FINISH: 'excellent', TO_RENOVATE: 'to_renovate' },
  ...{ TO_BE_DEMOLISHED: 'to_demolish', TO_REFURBISH: 'to_refresh', SIMPLE: '' },
};
const ORIENTATION: Choices = {
  ...{ NORTH: 'N', NORTH_EAST: 'NE', EAST: 'E', SOUTH_EAST: 'SE', SOUTH: 'S', SOUTH_WEST: 'SW', WEST: 'W' },
  NORTH_WEST: 'NW',
};
const LEASE_YEARS: Choices = {
  ...{ ONE_YEAR: '1', TWO_YEARS: '2', THREE_YEARS: '3', FOUR_YEARS: '4', FIVE_YEARS: '5', SIX_YEARS: '6' },
  ...{ SEVEN_YEARS: '7', EIGHT_YEARS: '8', NINE_YEARS: '9' },
};

/** Words of `HeatingTypes` and `GlazingTypes`; the first that is here counts. */
export const HEATING: Choices = {
  ...{ NATURAL_GAS: 'gas', GAS_STOVE: 'gas', HEATING_OIL: 'oil', ELECTRICITY: 'electric', HEATING_PUMP: 'heat_pump' },
  ...{ GEOTHERMAL: 'heat_pump', PELLET_STOVE: 'pellets', DISTRICT_HEATING: 'district' },
  ...{ COLLECTIVE_HEATING: 'collective', CENTRAL_FACILITIES: 'collective', UNDEFINED: '' },
};
export const GLAZING: Choices = {
  ...{ SINGLE: 'single', DOUBLE: 'double', TRIPLE: 'triple', HIGHEFFICIENCY: 'double', SUPERINSULATING: 'double' },
  UNDEFINED: '',
};
/** The end of `Typo.Characterisation`, such as Dwelling_SemiDetached. */
export const CONSTRUCTION: Choices = {
  ...{ Detached: 'detached', SemiDetached: 'semi_detached', HalfDetached: 'semi_detached' },
  ...{ LinkedSemiDetached: 'semi_detached', Terraced: 'terraced', Linked: 'terraced' },
};

/** A field of a property from a path in a publication; words in capitals become choices, TRUE and FALSE yes or no. */
export interface SkarabeeField {
  field: string;
  path: string;
  choices?: Choices;
}

const yes = (word: string, other: string): Choices => ({ TRUE: word, FALSE: other });
const same = (fields: Readonly<Record<string, string>>): SkarabeeField[] =>
  Object.entries(fields).map(([field, path]) => ({ field, path }));

/** All fields that need no more than a path. What is inferred is named in the documentation of importers. */
export const FIELDS: readonly SkarabeeField[] = [
  ...same({
    RecordFile: 'Property.Reference',
    Price: 'Property.Price',
    Street: 'Property.Address.Street',
    BoxNr: 'Property.Address.MailBox',
    EnergyPerformance: 'Property.Energy.Index',
    EPCLabelText: 'Property.Energy.Class',
    EPCTotalConsumption: 'Property.EnergyIndexYearlyTotal',
    CO2Emission: 'Property.GES.Index',
    ELevel: 'Property.Energy.EnergyLevel',
    EPCNumber: 'Property.Energy.EnergyCertificateNr',
    EPCExpiryDate: 'Property.Energy.ClassEndDate',
    VirtualTour: 'Property.VirtualUrl',
    ProjectID: 'Property.Project.PublicationID',
    CreatedDate: 'Info.Created',
    LastChangedDate: 'Info.Modified',
    SurfaceTotal: 'Property.Dimensions.TotalSurface',
    SurfaceConstructed: 'Property.Dimensions.ConstructionSurface',
    SurfaceOffice: 'Property.Dimensions.OfficeSurface',
    SurfaceShop: 'Property.Dimensions.ShopSurface',
    SurfaceStore: 'Property.Dimensions.StorageRoomSurface',
    SurfaceLiving: 'Property.SurfaceLivable',
    SurfaceGround: 'Property.LandArea',
    SurfaceLivingRoom: 'Property.SurfaceLiving',
    SurfaceKitchen: 'Property.SurfaceKitchen',
    SurfaceTerrace: 'Property.SurfaceTerrace',
    SurfaceGarden: 'Property.SurfaceGarden',
    FacadeWidth: 'Property.FrontWidth',
    PlotWidth: 'Property.Width',
    PlotDepth: 'Property.Depth',
    NumberOfBedRooms: 'Property.NumberOfBedrooms',
    NumberOfBathRooms: 'Property.NumberOfBathrooms',
    NumberOfShowerRooms: 'Property.NumberOfLavatoryRooms',
    NumberOfToilets: 'Property.NumberOfToilets',
    NumberOfGarages: 'Property.NumberOfGarages',
    NumberOfParkings: 'Property.NumberOfParkingPlaces',
    NumberOfFloors: 'Property.NumberOfFloors',
    Floor: 'Property.FloorLevelNL',
    HasCellar: 'Property.HasCellar',
    HasAttic: 'Property.HasAttick',
    ConstructionYear: 'Property.ConstructionYear',
    RenovationYear: 'Property.RenovationYear',
    HasLift: 'Property.HasElevator',
    HasSolarPanels: 'Property.HasSolarPanels',
    HasAlarm: 'Property.HasAlarm',
    HasAirConditioning: 'Property.HasAirco',
    HasSwimmingPool: 'Property.HasPool',
    IsWheelchairAccessible: 'Property.HasDisabledAccess',
    DateFree: 'Property.Dates.AvailableFrom',
    IsFurnished: 'Property.HasFurniture',
    PetsAllowed: 'Property.PetsAllowed',
    PScore: 'Property.WaterPolicyPScore',
    GScore: 'Property.WaterPolicyGScore',
    Zoning: 'Property.UrbanDevelopment.AreaApplication.@Code',
    JudicialDecision: 'Property.UrbanDevelopment.JudicialDecisionType',
    CommonCharges: 'Property.CommunalExpenses',
    Deposit: 'Property.Deposit',
    CadastralIncome: 'Property.CadastrallIncome',
    CadastralIncomeIndexed: 'Property.CadastrallIncomeIndexed',
  }),
  { field: 'OrientationGarden', path: 'Property.Orientation', choices: ORIENTATION },
  { field: 'Condition', path: 'Property.GeneralState', choices: CONDITION },
  {
    field: 'Availability',
    path: 'Property.Acception',
    choices: { IMMEDIATELY: 'immediately', BY_DEED: 'at_deed', IN_CONSULTATION: 'to_agree' },
  },
  { field: 'LeaseYears', path: 'Property.RentTime', choices: LEASE_YEARS },
  {
    field: 'FloodZone',
    path: 'Property.DelimitedFloodplainOrRiverbank',
    choices: { FLOODPLAIN: 'delimited', RIVERBANK: 'riparian', NONE: 'none' },
  },
  { field: 'PlanningPermit', path: 'Property.UrbanDevelopment.Permit', choices: yes('Vg', 'Gvg') },
  { field: 'AllotmentPermit', path: 'Property.UrbanDevelopment.AllotmentPermit', choices: yes('Vv', 'Gvv') },
  { field: 'PreemptionRight', path: 'Property.UrbanDevelopment.PreemptiveRights', choices: yes('Vkr', 'Gvkr') },
  { field: 'Summons', path: 'Property.UrbanDevelopment.Summons', choices: yes('Dv', 'none') },
  {
    field: 'Heritage',
    path: 'Property.UrbanDevelopment.ProtectedMonument',
    choices: { INVENTORIED: 'inventory', NOT_PROTECTED: 'none', PROTECTED: 'protected' },
  },
];
