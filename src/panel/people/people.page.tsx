// Page of a studio's people: members, invitations, a new link.

import { type Language, ROLES } from "../../domain/person.ts";
import type { AccountMailOutcome } from "../../mail/account-mail.ts";
import { EMPTY_FORM, type FormState } from "../../pages/form-values.ts";
import { date, dateAndTime } from "../../pages/format.ts";
import type { Member, readPeopleOf } from "../../people/member.store.ts";
import { INVITATION_DAYS, PASSWORD_LINK_DAYS } from "../../people/new-link.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { FaultSummary, Input, PostForm, Radios } from "../kit/form.tsx";
import { Layout } from "../kit/layout.tsx";
import type { StudioView } from "../kit/panel-context.ts";
import { SecretOnce } from "../kit/secret-once.tsx";
import { Table } from "../kit/table.tsx";
import { toldWords } from "../kit/told/told.words.ts";
import { useStudio, useView } from "../kit/view-context.ts";
import { peopleWords } from "./people.words.ts";

type People = Awaited<ReturnType<typeof readPeopleOf>>;

/** The link just made: it is shown only now. */
export type CreatedLink = (
  | { readonly purpose: "invitation" }
  | { readonly purpose: "password"; readonly name: string }
) & {
  readonly address: string;
  /** Undefined: no e-mail was to be sent. */
  readonly mail: LinkMail | undefined;
};

export interface LinkMail {
  readonly to: string;
  readonly end: AccountMailOutcome | { readonly outcome: "too_many" };
}

interface PeoplePageProps {
  readonly people: People;
  readonly made?: CreatedLink;
  /** The refused invitation. */
  readonly form?: FormState;
  /** The reason of a refused change. */
  readonly problem?: string;
}

export function PeoplePage({ people, made, form = EMPTY_FORM, problem }: PeoplePageProps) {
  const view = useView();
  const words = peopleWords(view.language);
  return (
    <Layout title={words.title}>
      {problem === undefined ? null : (
        <p class="fault-summary" role="alert">
          {problem}
        </p>
      )}
      {made === undefined ? null : <CreatedLinkCard made={made} />}
      <section class="stack">
        <h2>{words.members}</h2>
        <MemberTable members={people.members} />
      </section>
      <div class="columns">
        <InvitationForm form={form} />
        <Invitations invitations={people.invitations} />
      </div>
    </Layout>
  );
}

function CreatedLinkCard({ made }: { readonly made: CreatedLink }) {
  const { language } = useView();
  const words = peopleWords(language);
  const isInvitation = made.purpose === "invitation";
  const days = words.days(isInvitation ? INVITATION_DAYS : PASSWORD_LINK_DAYS);
  const isSent = made.mail?.end.outcome === "sent";
  const once = isSent ? words.sentOnce(days) : words.invitationOnce(days);
  return (
    <SecretOnce
      title={isInvitation ? words.invitationMade : words.passwordLinkMade(made.name)}
      secret={made.address}
      label={words.link}
    >
      {made.mail === undefined ? null : <p class={isSent ? undefined : "fault"}>{mailInWords(language, made.mail)}</p>}
      <p>{isInvitation ? once : words.passwordLinkOnce(days)}</p>
    </SecretOnce>
  );
}

function mailInWords(language: Language, { to, end }: LinkMail): string {
  const words = peopleWords(language);
  switch (end.outcome) {
    case "sent":
      return words.sent(to);
    case "failed":
      return words.notSent(to, toldWords(language).faults[end.fault]);
    case "unknown":
      return words.perhapsNotSent(to);
    case "too_many":
      return words.notSent(to, words.tooManyMails);
    default:
      return end satisfies never;
  }
}

function MemberTable({ members }: Pick<People, "members">) {
  const view = useView();
  const words = peopleWords(view.language);
  const isOneself = ({ personId }: Member) => personId === view.person?.id;
  return (
    <Table
      rows={members}
      columns={[
        {
          title: words.name,
          cell: (member) => (
            <>
              {member.name} {isOneself(member) ? <span class="badge">{words.you}</span> : null}
              <div class="muted small">{member.email}</div>
            </>
          ),
        },
        { title: words.joined, isUnbroken: true, cell: ({ joinedAt }) => date(view.language, joinedAt) },
        { title: words.role, cell: (member) => <RoleForm member={member} /> },
        {
          title: words.actions,
          isOfButtons: true,
          isTitled: true,
          cell: (member) => <MemberActions member={member} isOneself={isOneself(member)} />,
        },
      ]}
    />
  );
}

function memberPath({ base }: StudioView, { personId }: Member): string {
  return `${base}/people/${personId}`;
}

function RoleForm({ member }: { readonly member: Member }) {
  const words = peopleWords(useView().language);
  return (
    <PostForm action={`${memberPath(useStudio(), member)}/role`} class="row together">
      <select name="role" aria-label={words.roleOf(member.name)}>
        {ROLES.map((choice) => (
          <option value={choice} selected={choice === member.role}>
            {words[choice]}
          </option>
        ))}
      </select>
      <button type="submit" class="small">
        {words.save}
      </button>
    </PostForm>
  );
}

function MemberActions({ member, isOneself }: { readonly member: Member; readonly isOneself: boolean }) {
  const words = peopleWords(useView().language);
  const path = memberPath(useStudio(), member);
  return (
    <div class="row">
      {member.isOnlyHere ? (
        <PostForm action={`${path}/password-link`}>
          <button type="submit" class="small" aria-label={words.newPasswordOf(member.name)}>
            {words.newPassword}
          </button>
        </PostForm>
      ) : null}
      {isOneself ? null : (
        <PostForm action={`${path}/remove`}>
          <button type="submit" class="small danger" aria-label={words.removeOf(member.name)}>
            {words.remove}
          </button>
        </PostForm>
      )}
    </div>
  );
}

interface InvitationFormProps {
  readonly form: FormState;
}

function InvitationForm({ form }: InvitationFormProps) {
  const view = useView();
  const studio = useStudio();
  const words = peopleWords(view.language);
  return (
    <section class="stack">
      <h2>{words.invite}</h2>
      <PostForm action={`${studio.base}/people/invitations`} class="card">
        <FaultSummary form={form} />
        <Radios
          form={form}
          name="role"
          label={words.role}
          choices={[
            { value: "staff", label: words.staff, hint: words.staffHint },
            { value: "owner", label: words.owner, hint: words.ownerHint },
          ]}
          initial="staff"
        />
        <Input
          form={form}
          name="email"
          type="email"
          label={words.email}
          hint={words.emailHint}
          autocomplete="off"
          optional
        />
        <p class="hint">{view.sendsMail ? words.inviteText : words.inviteTextWithoutMail}</p>
        <button type="submit" class="primary">
          {words.makeInvitation}
        </button>
      </PostForm>
    </section>
  );
}

interface InvitationsProps {
  readonly invitations: People["invitations"];
}

function Invitations({ invitations }: InvitationsProps) {
  const view = useView();
  const studio = useStudio();
  const words = peopleWords(view.language);
  return (
    <section class="stack">
      <h2>{words.invitations}</h2>
      {invitations.length === 0 ? (
        <EmptyState text={words.noInvitations} />
      ) : (
        <ul class="card">
          {invitations.map(({ id, email, role, expiresAt }) => (
            <li class="row between">
              <span>
                {email ?? words.linkHolder} {role === null ? null : <span class="badge">{words[role]}</span>}
                <div class="muted small">
                  {words.validUntil} {dateAndTime(view.language, expiresAt)}
                </div>
              </span>
              <PostForm action={`${studio.base}/people/invitations/${id}/revoke`}>
                <button type="submit" class="small" aria-label={words.revokeOf(email ?? words.linkHolder)}>
                  {words.revoke}
                </button>
              </PostForm>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
