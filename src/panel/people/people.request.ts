// Forms of the people page.

import { z } from "zod";
import { ROLES } from "../../domain/person.ts";
import { personEmailField } from "../../people/person.request.ts";

export const invitationForm = z.object({ role: z.enum(ROLES), email: personEmailField.optional() });

export const roleForm = z.object({ role: z.enum(ROLES) });

export const restoreForm = z.object({ removal: z.string().max(1000) });
