// Port to a parcel carrier: places, prices, consignment notes, labels and statuses. A second carrier is another folder.

import type { CarrierFault, CarrierSender } from "../../domain/carrier/carriers.ts";
import type { ParcelDestination, ParcelPayer, ParcelSize, ParcelState } from "../../domain/carrier/parcel.ts";
import type { CurrencyCode } from "../../domain/currency.ts";
import type { MinorUnits } from "../../domain/money.ts";

/** A carrier's result, or the reason for none. */
export type CarrierAnswer<Value> =
  | { readonly answered: true; readonly value: Value }
  | { readonly answered: false; readonly fault: CarrierFault };

/** A carrier as one studio's key opens it. No fault of the carrier's makes a method reject. */
export interface Carrier {
  /** The senders of the key, each with its contacts. It also tries the key. */
  readonly senders: () => Promise<CarrierAnswer<readonly SenderChoice[]>>;
  /** Cities and villages by their first letters, the largest first, at most `MAX_PLACES`. */
  readonly findCities: (letters: string) => Promise<CarrierAnswer<readonly CarrierPlace[]>>;
  /** Branches and parcel lockers of a city by number or letters of the address, at most `MAX_PLACES`. Empty letters: the first. */
  readonly findBranches: (cityRef: string, letters: string) => Promise<CarrierAnswer<readonly CarrierPlace[]>>;
  /** The carriage's price and day by the carrier's own calculation. */
  readonly estimate: (question: CarriageQuestion) => Promise<CarrierAnswer<CarriageEstimate>>;
  /** Makes a consignment note. Unreachable: it may have been made, and `findNotes` tells. */
  readonly createNote: (note: NewNote) => Promise<CarrierAnswer<MadeNote>>;
  /** The notes of the key that were made on these days (YYYY-MM-DD, both included), the latest first. */
  readonly findNotes: (from: string, to: string) => Promise<CarrierAnswer<readonly ListedNote[]>>;
  /** Deletes a note that was not handed over yet. `gone`: the carrier has no such note. */
  readonly deleteNote: (noteRef: string) => Promise<CarrierAnswer<"deleted" | "gone">>;
  /** A note's label as PDF. The carrier's own address of it has the key, and leaves the server never. */
  readonly printLabel: (
    note: Pick<MadeNote, "trackingNumber">,
    form: LabelForm,
  ) => Promise<CarrierAnswer<ReadableStream<Uint8Array>>>;
  /** Statuses of at most `MAX_STATUSES` parcels, by tracking number. A number may be missing from the answer. */
  readonly statuses: (parcels: readonly TrackedParcel[]) => Promise<CarrierAnswer<ReadonlyMap<string, ParcelStatus>>>;
}

/** The longest list of places that people choose from. */
export const MAX_PLACES = 20;
/** The largest batch of statuses: TrackingDocument.getStatusDocuments of Nova Poshta takes as many. */
export const MAX_STATUSES = 100;

export interface SenderChoice {
  readonly ref: string;
  readonly name: string;
  readonly contacts: readonly { readonly ref: string; readonly name: string; readonly phoneNumber: string | null }[];
}

/** A city or village, a branch, or a parcel locker. */
export interface CarrierPlace {
  readonly ref: string;
  /** A city's name has its district and region: many villages share a name. */
  readonly name: string;
  readonly kind: "city" | "branch" | "locker";
}

export interface CarriageQuestion {
  readonly fromCityRef: string;
  readonly toCityRef: string;
  readonly destination: ParcelDestination;
  readonly parcel: ParcelSize;
  /** In the carrier's currency. Null: the carrier's least. */
  readonly declaredMinor: MinorUnits | null;
  /** YYYY-MM-DD, the day on which the studio hands it over. */
  readonly sentOn: string;
}

export interface CarriageEstimate {
  readonly costMinor: MinorUnits;
  readonly currency: CurrencyCode;
  /** YYYY-MM-DD; null if the carrier names none. */
  readonly deliveredOn: string | null;
}

export interface NewNote {
  readonly sender: CarrierSender;
  readonly recipient: {
    readonly firstName: string;
    readonly lastName: string;
    /** E.164. */
    readonly phoneNumber: string;
  };
  readonly to:
    | { readonly destination: "branch"; readonly cityRef: string; readonly branchRef: string }
    | {
        readonly destination: "door";
        readonly cityRef: string;
        readonly streetName: string;
        readonly buildingNumber: string;
        readonly apartmentNumber: string | null;
      };
  readonly parcel: ParcelSize;
  readonly payer: ParcelPayer;
  readonly declaredMinor: MinorUnits;
  /** Null: nothing is collected from the recipient. */
  readonly cashOnDeliveryMinor: MinorUnits | null;
  /** The content, in the carrier's language. */
  readonly description: string;
  /** The studio's own name of this note, by which a list of notes finds it. */
  readonly reference: string;
  /** YYYY-MM-DD. */
  readonly sentOn: string;
}

export interface MadeNote {
  /** The carrier's id of it. */
  readonly ref: string;
  readonly trackingNumber: string;
  readonly costMinor: MinorUnits | null;
  /** YYYY-MM-DD; null if the carrier names none. */
  readonly deliveredOn: string | null;
}

export interface ListedNote extends MadeNote {
  /** Null: the note was made without one, as in the carrier's own cabinet. */
  readonly reference: string | null;
}

export const LABEL_FORMS = ["a4", "100x100"] as const;
export type LabelForm = (typeof LABEL_FORMS)[number];

export interface TrackedParcel {
  readonly trackingNumber: string;
  /** The sender's or the recipient's number, E.164: the carrier tells more by it. */
  readonly phoneNumber: string | null;
}

export interface ParcelStatus {
  readonly state: ParcelState;
  /** The carrier's own code, and its sentence. */
  readonly code: string;
  readonly said: string;
  /** YYYY-MM-DD; null: not named. */
  readonly scheduledOn: string | null;
  readonly deliveredOn: string | null;
}
