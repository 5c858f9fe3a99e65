// Nova Poshta for tests: the stand-in in place of the service, and studios that have connected it.

import { vi } from "vitest";
import { type CarrierTrouble, StandInNovaPoshta } from "../../../harness/carrier/nova-poshta.ts";
import { carrierAccounts } from "../../../src/db/schema.ts";
import type { CarrierSender } from "../../../src/domain/carrier/carriers.ts";
import { type PanelStudio, panelStudio, posted } from "./panel.ts";

const HOSTS = /^https:\/\/(?:api|my)\.novaposhta\.ua\//;

/** The stand-in, with troubles by method, and work beside a call. */
export class TestCarrier extends StandInNovaPoshta {
  readonly #troubleOf = new Map<string, CarrierTrouble>();
  readonly #meanwhile = new Map<string, () => Promise<void>>();

  /** The next call of the method, such as `InternetDocument.save`, has this trouble. */
  setTroubleOf(method: string, trouble: CarrierTrouble): void {
    this.#troubleOf.set(method, trouble);
  }

  /** Runs once while the carrier works on its next call of the method. */
  setMeanwhile(method: string, happens: () => Promise<void>): void {
    this.#meanwhile.set(method, happens);
  }

  override async answer(url: string, init: RequestInit = {}): Promise<Response> {
    const { modelName, calledMethod } = init.body == null ? {} : JSON.parse(String(init.body));
    const method = `${modelName}.${calledMethod}`;
    const trouble = this.#troubleOf.get(method);
    if (trouble !== undefined) this.troubles.push(trouble);
    this.#troubleOf.delete(method);
    const happens = this.#meanwhile.get(method);
    this.#meanwhile.delete(method);
    await happens?.();
    return super.answer(url, init);
  }
}

/** Answers requests to Nova Poshta until mocks are restored. Nothing else is reached. */
export function standInForCarrier(): TestCarrier {
  const carrier = new TestCarrier();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) =>
    HOSTS.test(String(input)) ? carrier.answer(String(input), init) : Response.json({ id: "1" }),
  );
  return carrier;
}

export interface CarrierStudio extends PanelStudio {
  /** The page of the carrier. */
  readonly page: string;
  readonly key: string;
}

/** A studio with the stand-in's key. */
export async function studioWithCarrier(carrier: StandInNovaPoshta, panel?: PanelStudio): Promise<CarrierStudio> {
  const shop = panel ?? (await panelStudio());
  const key = carrier.makeKey();
  const page = `${shop.base}/carrier`;
  await posted(shop.owner, `${page}/key`, { carrierKey: key });
  return { ...shop, page, key };
}

export const KYIV = "00008d5a-391c-11dd-90d9-000000000001";
export const LVIV = "00008d5a-391c-11dd-90d9-000000000004";

/** Chooses the first contact, and a branch in Kyiv. */
export async function chooseSender({ owner, page, studio }: CarrierStudio): Promise<CarrierSender> {
  const form = await owner.get(`${page}/sender`);
  const contact = form.field("contact").options[0] ?? "";
  const fields = { contact, phoneNumber: "+380671112233", cityName: "Київ", cityRef: KYIV, warehouseName: "1" };
  await posted(owner, `${page}/sender`, fields);
  const [account] = await studio.db.select(carrierAccounts);
  if (!account?.sender) throw new Error("the sender was not kept");
  return account.sender;
}
