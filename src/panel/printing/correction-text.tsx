// Correction text: a machine's correction of sliced figures, and a note on outdated measurements.

import { isCorrected, isCorrectionOutdated, type MachineProfile } from "../../db/machine-profile-record.ts";
import { decimal } from "../../pages/format.ts";
import { useView } from "../kit/view-context.ts";
import { estimateWords } from "./estimates.words.ts";

export function CorrectionText({ machine }: { readonly machine: MachineProfile }) {
  const { language } = useView();
  const words = estimateWords(language);
  const percent = (basisPoints: number) => decimal(language, basisPoints, 2);
  if (!isCorrected(machine)) return <p>{words.isNotCorrected}</p>;
  const { timeCorrectionBasisPoints, materialCorrectionBasisPoints } = machine;
  return (
    <>
      <p>{words.isCorrected(percent(timeCorrectionBasisPoints), percent(materialCorrectionBasisPoints))}</p>
      {isCorrectionOutdated(machine) ? <p class="warning">{words.isOutdated}</p> : null}
    </>
  );
}
