// The words of the page.
import { english } from "@florin/pages/English"
import { russian } from "@florin/pages/Russian"

Object.assign(english.words.transfer, {
  post: { title: "Your invoice is in the post", text: "Pay it at any bank. Its number is" }
})
Object.assign(russian.words.transfer, {
  post: { title: "Счёт отправлен по почте", text: "Оплатите его в любом банке. Его номер:" }
})
