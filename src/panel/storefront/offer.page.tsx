// Offer of the order page: materials and qualities by technology.

import { TECHNOLOGIES, type Technology, type TechnologyId } from "../../../slicer-service/src/contract/technologies.ts";
import type { Material, Quality } from "../../catalog/catalog-rows.ts";
import { unitOf } from "../../domain/units.ts";
import { decimal } from "../../pages/format.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { PostForm } from "../kit/form.tsx";
import { materialName, Swatch } from "../kit/item/material.tsx";
import { useStudio, useView } from "../kit/view-context.ts";
import { storefrontWords } from "./storefront.words.ts";

interface OfferProps {
  readonly materials: readonly Material[];
  readonly qualities: readonly Quality[];
}

export function OfferSection({ materials, qualities }: OfferProps) {
  const view = useView();
  const studio = useStudio();
  const words = storefrontWords(view.language);
  const isOf = (id: TechnologyId) => (entry: Material | Quality) => entry.technologyId === id;
  const inCatalog = TECHNOLOGIES.filter(({ id }) => materials.some(isOf(id)) || qualities.some(isOf(id)));
  return (
    <section class="card no-print" id="offer">
      <h2>{words.offer}</h2>
      {inCatalog.length === 0 ? (
        <EmptyState text={words.noCatalog} link={{ href: `${studio.base}/catalog`, text: words.toCatalog }} />
      ) : (
        <p class="hint">{words.offerText}</p>
      )}
      <div class="columns offers">
        {inCatalog.map((technology) => (
          <TechnologyOffer
            technology={technology}
            materials={materials.filter(isOf(technology.id))}
            qualities={qualities.filter(isOf(technology.id))}
          />
        ))}
      </div>
    </section>
  );
}

/** One form per technology: a form's number of fields is limited, and studios have many colours. */
function TechnologyOffer({ technology, materials, qualities }: OfferProps & { technology: Technology }) {
  const view = useView();
  const studio = useStudio();
  const words = storefrontWords(view.language);
  return (
    <PostForm action={`${studio.base}/order-page/offer`} class="stack">
      <h3>{technology.name}</h3>
      <OfferState technology={technology} materials={materials} qualities={qualities} />
      <EntryChoices
        name="materialIds"
        legend={words.materials}
        entries={activeFirst(materials).map((material) => ({
          id: material.id,
          label: materialName(material.name, material.color),
          swatch: material.colorHex,
          isOnStorefront: material.isOnStorefront,
          isActive: isActive(material),
        }))}
      />
      <EntryChoices
        name="qualityIds"
        legend={words.qualities}
        entries={activeFirst(qualities).map((quality) => ({
          id: quality.id,
          label: quality.name,
          detail: `${decimal(view.language, quality.layerHeightMicrometres, 3)} ${unitOf(view.language, "mm")}`,
          isOnStorefront: quality.isOnStorefront,
          isActive: isActive(quality),
        }))}
      />
      <button type="submit">{words.saveOffer(technology.name)}</button>
    </PostForm>
  );
}

/** Counts the visitors' choices, or explains why the technology is not offered. */
function OfferState({
  technology,
  materials,
  qualities,
}: Pick<OfferProps, "materials" | "qualities"> & { readonly technology: Technology }) {
  const view = useView();
  const words = storefrontWords(view.language);
  const [ofMaterials, ofQualities] = [materials, qualities].map((entries) => entries.filter(isOnOffer).length);
  if (ofMaterials && ofQualities) return <p class="muted">{words.onOffer(ofMaterials, ofQualities)}</p>;
  const lacking = ofMaterials ? "qualities" : ofQualities ? "materials" : "both";
  return (
    <p class="warning">
      {words.notOnPage(technology.name)} {words.lacks[lacking]}
    </p>
  );
}

interface EntryChoice {
  readonly id: number;
  readonly label: string;
  readonly detail?: string;
  readonly swatch?: string | null;
  readonly isOnStorefront: boolean;
  readonly isActive: boolean;
}

function EntryChoices({
  name,
  legend,
  entries,
}: {
  readonly name: "materialIds" | "qualityIds";
  readonly legend: string;
  readonly entries: readonly EntryChoice[];
}) {
  const view = useView();
  const words = storefrontWords(view.language);
  return (
    <fieldset>
      <legend>{legend}</legend>
      {/* A browser sends only ticked boxes: this lists all of them. */}
      <input type="hidden" name={`shown.${name}`} value={entries.map(({ id }) => id).join(",")} />
      {entries.length === 0 ? <p class="muted">{words.noEntries}</p> : null}
      <div class="choice-list">
        {entries.map(({ id, label, detail, swatch, isOnStorefront, isActive: isUsed }) => (
          <label>
            <input type="checkbox" name={`${name}[]`} value={String(id)} checked={isOnStorefront} />
            <span>
              <Swatch colorHex={swatch} /> <span class={isUsed ? undefined : "muted"}>{label}</span>{" "}
              {detail === undefined ? null : <span class="muted">{detail}</span>}{" "}
              {isUsed ? null : <span class="badge">{words.archived}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Technologies with both a material and a quality on offer. */
export function technologiesOnOffer(
  materials: readonly Material[],
  qualities: readonly Quality[],
): readonly TechnologyId[] {
  const ofBoth = [materials, qualities].map((entries) => entries.filter(isOnOffer).map((entry) => entry.technologyId));
  return TECHNOLOGIES.map(({ id }) => id).filter((id) => ofBoth.every((ids) => ids.includes(id)));
}

function isOnOffer(entry: Material | Quality): boolean {
  return entry.isOnStorefront && isActive(entry);
}

function isActive(entry: Material | Quality): boolean {
  return "status" in entry ? entry.status === "active" : entry.isActive;
}

function activeFirst<Entry extends Material | Quality>(entries: readonly Entry[]): readonly Entry[] {
  return [...entries.filter(isActive), ...entries.filter((entry) => !isActive(entry))];
}
