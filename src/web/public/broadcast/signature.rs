//! How an event is signed, so that whoever gets it knows who has sent it: as the specification *Standard Webhooks* says
//! (standardwebhooks.com, 1.0.0), for which there are readers in every language.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::hmac;

use super::keys::Key;

/// What a key in that form begins with.
const PREFIX: &str = "whsec_";

/// The signature of a message, as the field `webhook-signature` has it.
pub(super) fn sign(key: &Key, id: &str, seconds: u64, body: &str) -> String {
    let secret = key.secret();
    let decoded = secret.strip_prefix(PREFIX).and_then(|text| STANDARD.decode(text).ok());
    let bytes = decoded.unwrap_or_else(|| secret.as_bytes().to_vec());
    let key = hmac::Key::new(hmac::HMAC_SHA256, &bytes);
    let signature = hmac::sign(&key, format!("{id}.{seconds}.{body}").as_bytes());
    format!("v1,{}", STANDARD.encode(signature))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_signed_as_the_reader_of_the_specification_signs_it() {
        let key = Key::of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        let id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
        let signature = sign(&key, id, 1_614_265_330, r#"{"test": 2432232314}"#);
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        assert_ne!(signature, sign(&key, id, 1_614_265_331, r#"{"test": 2432232314}"#));
    }
}
