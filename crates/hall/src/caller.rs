//! Who asks: nobody in particular, a team, or an organiser.

use crate::hall::Hall;
use crate::limits::{Deed, Doer};
use crate::refusal::Refusal;
use crate::token;
use axum::extract::FromRequestParts;
use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use gridhaunt_kernel::Invalid;
use gridhaunt_store::{Bearer, Team};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

/// The name of the cookie with a token.
pub(crate) const NAME: &str = "gridhaunt";

/// The address that a request came from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub IpAddr);

impl Peer {
    /// That of a request.
    pub(crate) fn of(parts: &Parts) -> Self {
        parts.extensions.get().copied().unwrap_or(Self(Ipv4Addr::UNSPECIFIED.into()))
    }
}

/// Who asks.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub bearer: Option<Bearer>,
    pub peer: IpAddr,
}

impl Caller {
    /// The team that asks.
    pub(crate) fn team(&self) -> Result<&Team, Refusal> {
        match &self.bearer {
            Some(Bearer::Team(team)) => Ok(team),
            Some(Bearer::Organiser) => Err(Refusal::forbidden("this is for teams, and the token is an organiser's")),
            None => Err(Refusal::stranger()),
        }
    }

    /// Whether an organiser asks; else who does is told.
    pub(crate) fn organiser(&self) -> Result<(), Refusal> {
        match &self.bearer {
            Some(Bearer::Organiser) => Ok(()),
            Some(Bearer::Team(_)) => Err(Refusal::forbidden("this is for organisers, and the token is a team's")),
            None => Err(Refusal::stranger()),
        }
    }

    /// Whether it is an organiser.
    pub(crate) fn organises(&self) -> bool {
        self.bearer == Some(Bearer::Organiser)
    }
}

impl FromRequestParts<Arc<Hall>> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, hall: &Arc<Hall>) -> Result<Self, Refusal> {
        let Peer(peer) = Peer::of(parts);
        let Some(token) = token_of(&parts.headers) else { return Ok(Self { bearer: None, peer }) };
        match known(hall, peer, &token).await {
            Ok(None) if parts.headers.contains_key(AUTHORIZATION) => Err(unknown()),
            // A cookie that has become void must not lock anybody out of what is public.
            Err(_) if !parts.headers.contains_key(AUTHORIZATION) => Ok(Self { bearer: None, peer }),
            known => Ok(Self { bearer: known?, peer }),
        }
    }
}

/// Whose token it is. Who guesses waits; who has a token does not, whoever else comes from the same address.
pub(crate) async fn known(hall: &Arc<Hall>, peer: IpAddr, token: &str) -> Result<Option<Bearer>, Refusal> {
    let bearer = match token::hash(token) {
        Some(hash) => hall.ask(move |hall| Ok(hall.store.bearer(&hash)?)).await?,
        None => None,
    };
    if bearer.is_none() {
        let counted = hall.meters.count(Doer::At(peer), Deed::Guesses);
        counted.map_err(|seconds| {
            Refusal::later("too many wrong tokens came from your address: wait a moment", seconds)
        })?;
    }
    Ok(bearer)
}

/// The refusal of a token that is none.
pub(crate) fn unknown() -> Refusal {
    let words = "nobody has this token: it may have been replaced, ask your organiser for another";
    let error = Invalid::new("token", "unknown", "the token of a team or an organiser").reads(words);
    Refusal::new(StatusCode::UNAUTHORIZED, error)
}

/// The token of a request: from its header, else from its cookie.
fn token_of(headers: &HeaderMap) -> Option<String> {
    let header = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    if let Some(value) = header {
        let (scheme, token) = value.split_once(' ')?;
        return scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_string());
    }
    let cookies = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut parts = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
    parts.find(|(name, _)| *name == NAME).map(|(_, value)| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn a_token_comes_from_the_header_or_from_the_cookie() {
        let of = |pairs: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in pairs {
                headers.append(*name, HeaderValue::from_static(value));
            }
            token_of(&headers)
        };
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[("authorization", "Bearer abc"), ("cookie", "gridhaunt=other")]), Some("abc".into()));
        assert_eq!(of(&[("authorization", "Basic abc"), ("cookie", "gridhaunt=other")]), None);
        assert_eq!(of(&[("cookie", "a=b; gridhaunt=abc; c=d")]), Some("abc".into()));
        assert_eq!(of(&[("cookie", "xgridhaunt=abc")]), None);
    }
}
