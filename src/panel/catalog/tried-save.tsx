// Saves with a trial: the sample is sliced first; a refusal stands beside the fields that it names.

import { type Combination, MAX_TRIED, type ProfileRefusal } from "../../catalog/trial/combinations.ts";
import { TRIAL_WAIT_MILLISECONDS, tryProfiles } from "../../catalog/trial/try-profiles.ts";
import type { Language } from "../../domain/person.ts";
import { type FormState, refused, type TypedValues } from "../../pages/form-values.ts";
import type { PanelContext } from "../kit/panel-context.ts";
import { useView } from "../kit/view-context.ts";
import { triedWords } from "./tried-save.words.ts";

/** `word` follows "is saved" in the notice; it may be empty. */
type TriedSave =
  | { readonly outcome: "may_be_saved"; readonly word: string }
  | { readonly outcome: "refused"; readonly form: FormState };

/** Slices the sample with the values to save. A refusal returns the typed form with its faults. */
export async function trySave(
  context: PanelContext,
  combinations: readonly Combination[],
  typed: TypedValues,
): Promise<TriedSave> {
  const { tenant, view, trialEndsAt = Date.now() + TRIAL_WAIT_MILLISECONDS } = context.var;
  context.set("trialEndsAt", trialEndsAt);
  const trial = await tryProfiles(tenant, combinations, Math.max(0, trialEndsAt - Date.now()));
  switch (trial.outcome) {
    case "sliced":
      return { outcome: "may_be_saved", word: "" };
    case "not_tried":
      return { outcome: "may_be_saved", word: ` ${triedWords(view.language).notTried}` };
    case "partly_tried":
      return { outcome: "may_be_saved", word: ` ${triedWords(view.language).partlyTried(MAX_TRIED)}` };
    case "refused":
      return { outcome: "refused", form: refused(typed, faultsOf(view.language, trial.refusals, typed)) };
    default:
      return trial satisfies never;
  }
}

/** Fields of a quality's form by the slicer parameter that they state. */
const QUALITY_FIELDS: Readonly<Record<string, string>> = {
  layerHeightMm: "layerHeight",
  nozzleDiameterMm: "nozzleDiameter",
};

/** Faults beside the filled-in fields that the refusal names; without any, at the form's top. */
function faultsOf(language: Language, refusals: readonly ProfileRefusal[], typed: TypedValues) {
  const faults: Record<string, string[]> = {};
  for (const refusal of refusals) {
    const names = refusal.numbers.flatMap((name) => [name, QUALITY_FIELDS[name] ?? name]);
    const fields = [...new Set(names)].filter((name) => (typed[name] ?? "") !== "");
    const sentence = sentenceOf(language, refusal);
    for (const field of fields.length > 0 ? fields : ["form"]) {
      const said = faults[field] ?? [];
      if (!said.includes(sentence)) faults[field] = [...said, sentence];
    }
  }
  return faults;
}

function sentenceOf(language: Language, { qualityName, reason }: ProfileRefusal): string {
  if (qualityName === null) return reason[language];
  return `${triedWords(language).withQuality(qualityName)} ${reason[language]}`;
}

/** The known refusals of a stored profile. Customers learn only that the quality cannot be sliced. */
export function RefusedProfile({ refusals }: { readonly refusals: readonly ProfileRefusal[] }) {
  const view = useView();
  if (refusals.length === 0) return null;
  return (
    <div class="warning" id="refused-profile">
      <div>
        <p>
          <strong>{triedWords(view.language).cannotBeSliced}</strong>
        </p>
        <ul>
          {refusals.map((refusal) => (
            <li>{sentenceOf(view.language, refusal)}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
