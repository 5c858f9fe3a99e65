// Fields that people type about themselves: name, e-mail, a new password.

import { z } from "zod";
import { customIssue } from "../http/request/custom-issues.ts";
import { nameField } from "../http/request/name-field.ts";
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from "./password.ts";

const MAX_NAME_CHARACTERS = 100;

export const personNameField = nameField(MAX_NAME_CHARACTERS);

export const personEmailField = z.email().max(254);

/** Length is the only rule (NIST SP 800-63B, 3.1.1.2). */
export const newPasswordField = z.string().refine(
  (password) => {
    const { length } = [...password];
    return length >= MIN_PASSWORD_CHARACTERS && length <= MAX_PASSWORD_CHARACTERS;
  },
  customIssue("password", { min: MIN_PASSWORD_CHARACTERS, max: MAX_PASSWORD_CHARACTERS }),
);

/** A password to be compared with the stored one. Its length is bounded so that hashing stays cheap. */
export const typedPasswordField = z.string().max(1000);
