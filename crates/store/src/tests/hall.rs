//! Teams, boards and submissions.

use super::{an_event, on_all};
use crate::{Bearer, Board, NewSubmission, SubmissionState};

fn hash(byte: u8) -> [u8; 32] {
    [byte; 32]
}

#[test]
fn a_team_is_known_by_its_newest_token_until_it_is_closed() {
    on_all(|store| {
        assert!(!store.has_organiser().unwrap());
        let ada = store.add_team("ada", &hash(1)).unwrap();
        store.add_organiser(&hash(9)).unwrap();
        assert!(store.has_organiser().unwrap());
        assert_eq!(store.bearer(&hash(9)).unwrap(), Some(Bearer::Organiser));
        assert_eq!(store.bearer(&hash(1)).unwrap(), Some(Bearer::Team(ada.clone())));
        assert_eq!(store.bearer(&hash(2)).unwrap(), None);
        let error = store.add_team("ada", &hash(3)).unwrap_err().to_string();
        assert_eq!(error, "team: \"ada\" is there already");
        assert_eq!(store.bearer(&hash(3)).unwrap(), None, "nothing of it is kept");
        store.renew_token("ada", &hash(2)).unwrap();
        assert_eq!((store.bearer(&hash(1)).unwrap(), store.bearer(&hash(2)).unwrap()), (None, Some(Bearer::Team(ada))));
        assert!(store.close_team("ada").unwrap().closed_at.is_some());
        assert_eq!(store.bearer(&hash(2)).unwrap(), None);
        assert!(store.close_team("bo").unwrap_err().to_string().starts_with("team: \"bo\" is not"));
        assert_eq!(store.teams().unwrap().len(), 1);
    });
}

#[test]
fn submissions_wait_in_order_and_are_checked_again_after_a_kill() {
    on_all(|store| {
        let event = an_event(store);
        let [ada, bo] = [("ada", 1), ("bo", 2)].map(|(name, byte)| store.add_team(name, &hash(byte)).unwrap().id);
        let new = |team: i64, digest: &str| NewSubmission {
            team,
            event,
            name: "my\0bot".into(),
            digest: digest.into(),
            archive: digest.as_bytes().to_vec(),
        };
        let first = store.submit(&new(ada, "aa")).unwrap();
        let other = store.submit(&new(bo, "aa")).unwrap();
        let second = store.submit(&new(ada, "bb")).unwrap();
        assert_eq!([first.version, other.version, second.version], [1, 1, 2]);
        assert_eq!(store.archive("aa").unwrap(), Some(b"aa".to_vec()));
        let next = store.next_to_check().unwrap().unwrap();
        assert_eq!((next.id, next.state), (first.id, SubmissionState::Checking));
        assert_eq!(store.next_to_check().unwrap().unwrap().id, other.id);
        assert_eq!(store.check_again().unwrap(), 2);
        assert_eq!(store.next_to_check().unwrap().unwrap().id, first.id);
        store.checked(first.id, true, "[]", Some(2)).unwrap();
        store.checked(other.id, false, "[\"no\"]", None).unwrap();
        let done = store.submission(first.id).unwrap().unwrap();
        assert_eq!((done.state, done.report.as_str(), done.entrant), (SubmissionState::Fit, "[]", Some(2)));
        let mine: Vec<u32> = store.submissions_of(ada).unwrap().iter().map(|own| own.version).collect();
        assert_eq!((mine, store.submissions(event).unwrap().len()), (vec![2, 1], 3));
        assert_eq!(store.next_to_check().unwrap().unwrap().id, second.id);
        assert_eq!(store.next_to_check().unwrap(), None);
        assert!(store.checked(99, true, "", None).is_err());
    });
}

#[test]
fn a_board_has_the_times_that_were_set_last() {
    on_all(|store| {
        let event = an_event(store);
        assert_eq!(store.board(event).unwrap(), None);
        for deadline in [None, Some(5)] {
            let board = Board { event, deadline, freeze: Some(3) };
            store.set_board(&board).unwrap();
            assert_eq!((store.board(event).unwrap(), store.boards().unwrap()), (Some(board), vec![board]));
        }
        let nowhere = Board { event: crate::EventId(77), deadline: None, freeze: None };
        assert!(store.set_board(&nowhere).is_err());
        let ids = [store.announce("first").unwrap(), store.announce("second\0").unwrap()];
        let told: Vec<(i64, String)> =
            store.announcements(5).unwrap().into_iter().map(|one| (one.id, one.words)).collect();
        assert_eq!(told, [(ids[1], "second\0".into()), (ids[0], "first".into())]);
        assert_eq!(store.announcements(1).unwrap().len(), 1);
        assert!(store.now().unwrap() > 1_600_000_000_000);
    });
}
