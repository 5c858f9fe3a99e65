// Words of the pages of products.

import { type CountedWord, counted, wording } from "../../../pages/words.ts";

const enDays: CountedWord = { one: "day", other: "days" };
const ukDays: CountedWord = { one: "день", few: "дні", many: "днів", other: "дня" };

export const productWords = wording({
  en: {
    add: "New product",
    empty: "No product yet. Add what you sell ready-made: spare parts, figures, sets of samples.",
    emptyAfterArchiving: "All products are archived.",
    leadTimeShown: (days: number) => counted("en", days, enDays),
    notStated: "not stated",
    photos: "Photos",
    photosText: (count: number, max: number) =>
      `${count} of at most ${max}. The first one stands for the product. Everyone who knows a photo's address can see it.`,
    noPhotos: "No photos yet.",
    choose: "Photos from your device",
    chooseHint: (megabytes: number, together: number) =>
      `JPEG, PNG or WebP, up to ${megabytes} MB each and ${together} MB at a time.`,
    upload: "Upload",
    address: "Address of a photo on another site",
    addressHint: "It stays where it is; if it disappears there, it disappears here.",
    addAddress: "Add",
    added: "The photos are added.",
    photoIsThere: "The product has this photo already.",
    photoMoved: "The photo is moved.",
    removed: "The photo is removed.",
    photo: (title: string, place: number) => `${title}, photo ${place}`,
    elsewhere: "on another site",
    earlier: (place: number) => `Move photo ${place} forward`,
    later: (place: number) => `Move photo ${place} back`,
    remove: "Remove",
    removeTitle: (title: string) => `${title}: remove this photo?`,
    removeText: "It is deleted for good. To show it again, upload it anew.",
    removeTextElsewhere: "It stays on the other site. To show it again, add its address anew.",
    removeNow: "Remove the photo",
    keep: "Keep it",
  },
  uk: {
    add: "Новий товар",
    empty: "Товарів ще немає. Додайте те, що продаєте готовим: запчастини, фігурки, набори зразків.",
    emptyAfterArchiving: "Усі товари в архіві.",
    leadTimeShown: (days) => counted("uk", days, ukDays),
    notStated: "не вказано",
    photos: "Фото",
    photosText: (count, max) =>
      `${count} із щонайбільше ${max}. Перше — головне. Фото бачить кожен, хто знає його адресу.`,
    noPhotos: "Фото ще немає.",
    choose: "Фото з вашого пристрою",
    chooseHint: (megabytes, together) => `JPEG, PNG чи WebP, до ${megabytes} МБ кожне і до ${together} МБ за раз.`,
    upload: "Додати фото",
    address: "Адреса фото на іншому сайті",
    addressHint: "Воно лишається там: якщо зникне звідти, зникне й тут.",
    addAddress: "Додати",
    added: "Фото додано.",
    photoIsThere: "У товару вже є це фото.",
    photoMoved: "Фото переміщено.",
    removed: "Фото прибрано.",
    photo: (title, place) => `${title}, фото ${place}`,
    elsewhere: "на іншому сайті",
    earlier: (place) => `Посунути фото ${place} вперед`,
    later: (place) => `Посунути фото ${place} назад`,
    remove: "Прибрати",
    removeTitle: (title) => `${title}: прибрати це фото?`,
    removeText: "Його буде видалено назавжди. Щоб показати його знову, додайте його ще раз.",
    removeTextElsewhere: "На іншому сайті воно залишиться. Щоб показати його знову, додайте його адресу ще раз.",
    removeNow: "Прибрати фото",
    keep: "Залишити",
  },
});
