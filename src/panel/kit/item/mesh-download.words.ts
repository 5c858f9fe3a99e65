// Words of the link to a STEP model's triangles.

import { wording } from "../../../pages/words.ts";

export const meshDownloadWords = wording({
  en: { download: "Download the mesh (STL)" },
  uk: { download: "Завантажити сітку (STL)" },
});
