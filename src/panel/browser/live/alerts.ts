// Alerts of new orders and price requests: a sound and a notification, each switched on in one browser.

const KINDS = ["sound", "notification"] as const;
type Kind = (typeof KINDS)[number];

const keyOf = (kind: Kind) => `panel-alert-${kind}`;

/** Undefined if the browser keeps nothing for this site. */
function kept(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

const isOn = (kind: Kind) => kept()?.getItem(keyOf(kind)) === "on";

/**
 * @param address the path of the new record's page
 * @param text names its kind and the studio
 */
export async function alertOf(address: string, text: string): Promise<void> {
  await Promise.all([
    once("sound", address, playSound),
    once("notification", address, () => notify(text, { tag: address, address })),
  ]);
}

/** More than come between two questions of a page. */
const MAX_KEPT_ADDRESSES = 20;

/** Several windows of the panel alert of a record once: the first that can does. */
async function once(kind: Kind, address: string, alert: () => boolean | Promise<boolean>): Promise<void> {
  if (!isOn(kind)) return;
  await inTurn(keyOf(kind), async () => {
    const key = `${keyOf(kind)}-given`;
    const given = (kept()?.getItem(key) ?? "").split(" ");
    if (given.includes(address) || !(await alert())) return;
    kept()?.setItem(key, [address, ...given.slice(0, MAX_KEPT_ADDRESSES - 1)].join(" "));
  });
}

/** One window after the other. A page without HTTPS has no locks; its windows may then alert twice. */
async function inTurn(name: string, action: () => Promise<void>): Promise<void> {
  if ("locks" in navigator) await navigator.locks.request(name, action);
  else await action();
}

/** False if the browser shows none: phones show those of service workers only. */
function notify(text: string, { tag, address }: { readonly tag: string; readonly address?: string }): boolean {
  if (!isAllowed()) return false;
  try {
    const notification = new Notification(text, { tag, icon: "/panel/assets/icon.svg" });
    if (address !== undefined) {
      notification.addEventListener("click", (event) => {
        // Instead of this page's window: a form may be half filled in here.
        event.preventDefault();
        open(address, "panel-alert")?.focus();
        notification.close();
      });
    }
    return true;
  } catch {
    return false;
  }
}

const SOUND_STARTS_WITHIN_MILLISECONDS = 500;

/** Two short tones. False if the browser stays silent, as it does until the person has touched the page. */
async function playSound(): Promise<boolean> {
  const audio = new AudioContext();
  await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, SOUND_STARTS_WITHIN_MILLISECONDS))]);
  setTimeout(() => audio.close(), 1_000);
  if (audio.state !== "running") return false;
  const volume = audio.createGain();
  volume.connect(audio.destination);
  volume.gain.setValueAtTime(0.2, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.5);
  for (const [hertz, after] of [
    [660, 0],
    [880, 0.15],
  ] as const) {
    const tone = audio.createOscillator();
    tone.frequency.value = hertz;
    tone.connect(volume);
    tone.start(audio.currentTime + after);
    tone.stop(audio.currentTime + after + 0.3);
  }
  return true;
}

/** Shows the switches of the account page as this browser has them. */
export function offerAlerts(): void {
  const section = document.getElementById("alerts");
  if (section === null || kept() === undefined) return;
  section.hidden = false;
  const refusal = document.getElementById("alerts-refused");
  for (const kind of KINDS) {
    const input = section.querySelector<HTMLInputElement>(`input[name=${kind}]`);
    if (input === null) continue;
    input.checked = isOn(kind) && (kind === "sound" || isAllowed());
    input.addEventListener("change", async () => {
      if (refusal !== null) refusal.hidden = true;
      if (!input.checked) return kept()?.removeItem(keyOf(kind));
      if (kind === "sound") {
        playSound();
      } else if (!(await canNotify(section.dataset.sample ?? ""))) {
        input.checked = false;
        if (refusal !== null) refusal.hidden = false;
        return;
      }
      kept()?.setItem(keyOf(kind), "on");
    });
  }
}

const isAllowed = () => "Notification" in window && Notification.permission === "granted";

/** Asks the person for the browser's permission, and shows a sample. */
async function canNotify(sample: string): Promise<boolean> {
  if (!("Notification" in window) || (await Notification.requestPermission()) !== "granted") return false;
  return notify(sample, { tag: "sample" });
}
