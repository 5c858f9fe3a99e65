// Budget of the order page without a model, compressed: 60 KB in all.
//
// The HTML is measured in workerd, the files in Node.

export const MAX_HTML_KILOBYTES = 12;
/** Style, script with its static imports, icon. */
export const MAX_FILES_KILOBYTES = 48;
